//! The thesis' "play backwards": start at the target and take pieces away until the start board is left.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::{Action, EnvError, Episode, TaskModel};

use super::env::{BoardEnv, BoardTask};
use super::goal_source::SharedSource;
use super::options::{ReachOptions, ReachSettings};
use super::reverse_task::{ReverseTask, has_reverse_move};
use crate::game::{Board, ReverseMove};

/// The reverse environment: what its source draws as a goal for the way forward is where it starts.
pub type ReverseEnv = BoardEnv<ReverseTask>;

impl BoardTask for ReverseTask {
    type Move = ReverseMove;

    fn with_settings(settings: ReachSettings) -> Self {
        ReverseTask::new(settings)
    }

    fn settings(&self) -> &ReachSettings {
        self.settings()
    }

    fn check(&self, options: &ReachOptions) -> Result<(), EnvError> {
        options.check_sizes(self.settings().size)
    }

    fn begin(
        &self,
        options: &ReachOptions,
        source: &SharedSource,
        rng: &mut Pcg64Mcg,
    ) -> Result<Episode<Board, Board>, EnvError> {
        let source = options.source.as_ref().unwrap_or(source);
        // The way forward leads from this environment's goal to its start.
        let ends = ReachOptions::settle(self.settings().size, options.goal, options.start, source, rng)?;
        let (start, goal) = (ends.goal, ends.start);
        if !has_reverse_move(&start) {
            let reason =
                "no placement leads to the start board, so there is nothing to take back".to_string();
            return Err(EnvError::InvalidOptions { reason });
        }
        Ok(Episode::new(start, goal))
    }

    fn play(&self, state: &Board, action: Action) -> (Board, Option<ReverseMove>) {
        (self.next(state, action), self.actions().reverse_move(action.index()))
    }
}
