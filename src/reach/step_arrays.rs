//! The arrays that a step of many boards fills.

use crate::game::{Board, Landing, Size};

/// What the last [`super::VectorReachEnv::advance`] did, one entry per board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepArrays {
    /// The rewards.
    pub rewards: Vec<f32>,
    /// Whether the game ended.
    pub terminated: Vec<bool>,
    /// Whether the episode was cut short.
    pub truncated: Vec<bool>,
    /// Whether the board is the first of an episode.
    pub started: Vec<bool>,
    /// Whether an episode ended.
    pub has_final: Vec<bool>,
    /// Where the piece came to rest and which rows vanished; `None` where an episode started instead.
    pub landings: Vec<Option<Landing>>,
    /// The last board of the episode that ended latest.
    pub final_states: Vec<Board>,
    /// Its goal.
    pub final_goals: Vec<Board>,
    /// Its last landing.
    pub final_landings: Vec<Option<Landing>>,
}

impl StepArrays {
    pub(super) fn new(count: usize, size: Size) -> Self {
        Self {
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            started: vec![false; count],
            has_final: vec![false; count],
            landings: vec![None; count],
            final_states: vec![Board::empty(size); count],
            final_goals: vec![Board::empty(size); count],
            final_landings: vec![None; count],
        }
    }

    /// Enters the start of an episode, without touching what is final.
    pub(super) fn start(&mut self, index: usize) {
        self.rewards[index] = 0.0;
        self.terminated[index] = false;
        self.truncated[index] = false;
        self.started[index] = true;
        self.has_final[index] = false;
        self.landings[index] = None;
    }
}
