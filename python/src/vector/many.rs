//! The boards behind a vector environment, forwards or backwards.

use pyo3::PyResult;
use rand_pcg::Pcg64Mcg;
use tetreach::game::Board;
use tetreach::reach::{
    IllegalActions, OnSuccess, ReachOptions, ReachSnapshot, ReverseTask, StepArrays, VectorReachEnv,
    fewest_pieces, legal_mask,
};
use tetreach_agents::{Action, ActionSet, Autoreset, EnvError, GoalTask, VectorError};

use super::reverse_row::ReverseRow;
use crate::arrays::action_of;
use crate::rules::{Kind, PyRules};
use crate::{cells, error};

/// Many environments of one kind.
#[derive(Clone, Debug)]
pub struct Many {
    rules: PyRules,
    autoreset: Autoreset,
    row: Row,
    /// Steps of the episode that ended last on each board, where it is reset in the same step.
    lengths: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Row {
    Reach(VectorReachEnv),
    Reverse(ReverseRow),
}

impl Many {
    /// Environments that have not begun.
    pub fn new(rules: &PyRules, count: usize, autoreset: Autoreset) -> PyResult<Self> {
        let row = match rules.kind {
            Kind::Reach => {
                let (settings, source) = (rules.settings, rules.source.clone());
                Row::Reach(VectorReachEnv::new(count, settings, source, autoreset).map_err(error::vector)?)
            }
            Kind::Reverse => Row::Reverse(ReverseRow::new(rules, count, autoreset)),
        };
        Ok(Self { rules: rules.clone(), autoreset, row, lengths: vec![0; count] })
    }

    pub fn rules(&self) -> &PyRules {
        &self.rules
    }

    pub fn states(&self) -> &[Board] {
        match &self.row {
            Row::Reach(many) => many.states(),
            Row::Reverse(many) => &many.states,
        }
    }

    pub fn goals(&self) -> &[Board] {
        match &self.row {
            Row::Reach(many) => many.goals(),
            Row::Reverse(many) => &many.goals,
        }
    }

    pub fn arrays(&self) -> &StepArrays {
        match &self.row {
            Row::Reach(many) => many.arrays(),
            Row::Reverse(many) => &many.arrays,
        }
    }

    pub fn elapsed(&self) -> &[u32] {
        match &self.row {
            Row::Reach(many) => many.elapsed(),
            Row::Reverse(many) => &many.elapsed,
        }
    }

    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    fn has_ended(&self, index: usize) -> Option<bool> {
        match &self.row {
            Row::Reach(many) => many.has_ended(index),
            Row::Reverse(many) => many.has_ended(index),
        }
    }

    /// Board and goal of one environment, if it is there.
    pub fn pair(&self, index: usize) -> PyResult<(Board, Board)> {
        let pair = self.states().get(index).zip(self.goals().get(index));
        let count = self.states().len();
        let missing = || error::value(format!("there is no environment {index} among {count}"));
        pair.map(|(board, goal)| (*board, *goal)).ok_or_else(missing)
    }

    /// Writes 1 for each legal action of a board and 0 for the others.
    pub fn write_mask(&self, board: &Board, out: &mut [u8]) {
        match self.rules.kind {
            Kind::Reach => cells::write_mask(&legal_mask(board), out),
            Kind::Reverse => cells::write_set(&self.reverse_task().legal_actions(board), out),
        }
    }

    /// The masks of all boards.
    pub fn write_masks(&self, out: &mut [u8]) {
        let rows = out.chunks_exact_mut(self.rules.actions());
        self.states().iter().zip(rows).for_each(|(state, row)| self.write_mask(state, row));
    }

    fn is_legal(&self, board: &Board, action: Action) -> bool {
        match self.rules.kind {
            Kind::Reach => legal_mask(board).contains(action),
            Kind::Reverse => self.reverse_task().legal_actions(board).contains(action),
        }
    }

    /// A legal action, 0 if there is none.
    pub fn random_action(&self, board: &Board, rng: &mut Pcg64Mcg) -> Action {
        let drawn = match self.rules.kind {
            Kind::Reach => legal_mask(board).sample(rng),
            Kind::Reverse => self.reverse_task().legal_actions(board).sample(rng),
        };
        drawn.unwrap_or_default()
    }

    fn reverse_task(&self) -> ReverseTask {
        ReverseTask::new(self.rules.settings)
    }

    /// The fewest steps from each board to its goal that counting allows, -1 where it allows none.
    pub fn lower_bounds(&self, states: &[Board], goals: &[Board]) -> Vec<i64> {
        let bound = |(state, goal)| match self.rules.kind {
            Kind::Reach => fewest_pieces(state, goal),
            Kind::Reverse => fewest_pieces(goal, state),
        };
        states.iter().zip(goals).map(|pair| bound(pair).map_or(-1, i64::from)).collect()
    }

    /// Whether the last action on a board was illegal.
    pub fn illegal_at(&self, index: usize) -> bool {
        match &self.row {
            Row::Reverse(many) => many.illegal[index],
            Row::Reach(many) => {
                let arrays = many.arrays();
                if arrays.has_final[index] {
                    arrays.final_landings[index].is_none()
                        && arrays.final_states[index] != arrays.final_goals[index]
                } else {
                    !arrays.started[index]
                        && arrays.landings[index].is_none()
                        && many.states()[index] != many.goals()[index]
                }
            }
        }
    }

    /// The actions, once it is sure that none of them will be refused half way.
    pub fn actions(&self, actions: &[i64]) -> PyResult<Vec<Action>> {
        let (boards, count) = (self.states().len(), self.rules.actions());
        if actions.len() != boards {
            let reason = format!("{} actions for {boards} environments", actions.len());
            return Err(error::value(reason));
        }
        let refuses = self.rules.settings.illegal == IllegalActions::Error;
        let check = |(index, &action): (usize, &i64)| {
            let action = action_of(action, count)
                .map_err(|refused| error::value(format!("environment {index}: {refused}")))?;
            let at = |source| VectorError::Env { index, source };
            let Some(ended) = self.has_ended(index) else {
                return Err(error::vector(at(EnvError::StepBeforeReset)));
            };
            if ended && self.autoreset == Autoreset::Disabled {
                return Err(error::vector(at(EnvError::StepAfterEnd)));
            }
            let state = &self.states()[index];
            // At a goal where the episode stays any action is taken.
            let stays = self.rules.settings.on_success == OnSuccess::Stay && *state == self.goals()[index];
            if refuses && !ended && !stays && !self.is_legal(state, action) {
                return Err(error::vector(at(EnvError::IllegalAction { action })));
            }
            Ok(action)
        };
        actions.iter().enumerate().map(check).collect()
    }

    /// Takes actions that were checked.
    pub fn advance(&mut self, actions: &[Action]) -> Result<(), VectorError> {
        if self.autoreset == Autoreset::SameStep {
            self.lengths = self.elapsed().iter().map(|steps| steps + 1).collect();
        }
        match &mut self.row {
            Row::Reach(many) => many.advance(actions).map(|_| ()),
            Row::Reverse(many) => many.advance(actions),
        }
    }

    /// Starts an episode on one board.
    pub fn restart(
        &mut self,
        index: usize,
        seed: Option<u64>,
        options: &ReachOptions,
    ) -> Result<(), VectorError> {
        match &mut self.row {
            Row::Reach(many) => many.restart_one(index, seed, options),
            Row::Reverse(many) => many.restart(index, seed, options),
        }
    }

    /// All that the future of a board depends on, beside the rules.
    pub fn snapshot(&self, index: usize) -> ReachSnapshot {
        match &self.row {
            Row::Reach(many) => many.snapshot(index),
            Row::Reverse(many) => many.snapshot(index),
        }
    }

    /// Goes back to a snapshot.
    pub fn restore(&mut self, index: usize, snapshot: &ReachSnapshot) -> Result<(), VectorError> {
        match &mut self.row {
            Row::Reach(many) => many.restore(index, snapshot),
            Row::Reverse(many) => many.restore(index, snapshot),
        }
    }
}
