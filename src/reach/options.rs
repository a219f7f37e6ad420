//! What an environment is built with, and what a reset may ask for.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::EnvError;

use super::goal_source::{Ends, SharedSource};
use super::illegal::{IllegalActions, OnSuccess};
use super::reward::Reward;
use super::step_limit::StepLimit;
use super::task::has_legal_action;
use crate::game::{Board, Size};

/// What stays the same for all episodes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReachSettings {
    /// Columns and rows.
    pub size: Size,
    /// What a placement earns.
    pub reward: Reward,
    /// When an episode is cut short.
    pub limit: StepLimit,
    /// What an action that is not legal does.
    pub illegal: IllegalActions,
    /// What happens when the goal is reached.
    pub on_success: OnSuccess,
}

/// What a reset may ask for.
#[derive(Clone, Debug, Default)]
pub struct ReachOptions {
    /// The board to start from: the empty board, or in the reverse environment a drawn one, if not given.
    pub start: Option<Board>,
    /// The board to reach: a drawn one, or in the reverse environment the empty board, if not given.
    pub goal: Option<Board>,
    /// Where a board that is drawn comes from, in this episode only: the environment's own source if not given.
    pub source: Option<SharedSource>,
}

impl ReachOptions {
    /// Both boards given.
    pub fn between(start: Board, goal: Board) -> Self {
        Self { start: Some(start), goal: Some(goal), source: None }
    }

    /// Start and goal of an episode in which pieces are placed.
    pub(super) fn ends(&self, size: Size, own: &SharedSource, rng: &mut Pcg64Mcg) -> Result<Ends, EnvError> {
        let ends = Self::settle(size, self.start, self.goal, self.source.as_ref().unwrap_or(own), rng)?;
        if !has_legal_action(&ends.start) {
            let reason = "no piece fits on the start board".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        Ok(ends)
    }

    /// Settles the two ends of an episode: what is `None` is drawn, from the empty board if there is nothing else.
    pub(super) fn settle(
        size: Size,
        start: Option<Board>,
        goal: Option<Board>,
        source: &SharedSource,
        rng: &mut Pcg64Mcg,
    ) -> Result<Ends, EnvError> {
        let from = start.unwrap_or_else(|| Board::empty(size));
        if let Some(goal) = goal {
            return Ok(Ends { start: from, goal });
        }
        let Some(drawn) = source.draw(&from, rng) else {
            let reason = "the source of goals drew none".to_string();
            return Err(EnvError::InvalidOptions { reason });
        };
        let ends = Ends { start: start.unwrap_or(drawn.start), goal: drawn.goal };
        check_board(&ends.start, size)?;
        check_board(&ends.goal, size)?;
        Ok(ends)
    }

    /// Refuses boards of another size, before anything changes: in the middle of a reverse move rows may be full.
    pub(super) fn check_sizes(&self, size: Size) -> Result<(), EnvError> {
        self.start.iter().chain(&self.goal).try_for_each(|board| check_size(board, size))
    }

    /// Refuses boards given that cannot be of this environment, before anything changes.
    pub(super) fn check(&self, size: Size) -> Result<(), EnvError> {
        self.start.iter().chain(&self.goal).try_for_each(|board| check_board(board, size))
    }
}

fn check_size(board: &Board, size: Size) -> Result<(), EnvError> {
    if board.size() == size {
        return Ok(());
    }
    let reason = format!("a board is {}, but the environment is {size}", board.size());
    Err(EnvError::InvalidOptions { reason })
}

pub(super) fn check_board(board: &Board, size: Size) -> Result<(), EnvError> {
    check_size(board, size)?;
    match board.filled_rows().position(|row| row == size.full_row()) {
        None => Ok(()),
        Some(row) => {
            let reason = format!("row {} of a board is full, and full rows vanish", row + 1);
            Err(EnvError::InvalidOptions { reason })
        }
    }
}
