//! Boards in lockstep, as actors play them.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::{Action, EnvError, GoalVectorEnv, RunningEpisode, VectorError};

use super::goal_source::Ends;
use super::task::ReachTask;
use super::vector::VectorReachEnv;
use crate::game::Board;

impl GoalVectorEnv for VectorReachEnv {
    type Task = ReachTask;

    fn count(&self) -> usize {
        self.states.len()
    }

    fn states(&self) -> &[Board] {
        &self.states
    }

    fn goals(&self) -> &[Board] {
        &self.goals
    }

    fn elapsed(&self) -> &[u32] {
        &self.elapsed
    }

    fn levels(&self) -> &[u32] {
        &self.levels
    }

    fn rewards(&self) -> &[f32] {
        &self.arrays.rewards
    }

    fn terminated(&self) -> &[bool] {
        &self.arrays.terminated
    }

    fn truncated(&self) -> &[bool] {
        &self.arrays.truncated
    }

    fn is_success(&self, index: usize) -> bool {
        self.states[index] == self.goals[index]
    }

    fn begin(&mut self, index: usize, rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        let empty = Board::empty(self.task.settings().size);
        let Some((ends, level)) = self.source.draw_leveled(&empty, rng) else {
            let reason = "the source of goals drew none: choose easier goals or a larger board".to_string();
            return Err(VectorError::Env { index, source: EnvError::InvalidOptions { reason } });
        };
        self.place(index, ends, 0)?;
        self.levels[index] = level.unwrap_or(0);
        Ok(())
    }

    fn resume(&mut self, index: usize, episode: RunningEpisode<Board, Board>) -> Result<(), VectorError> {
        self.place(index, Ends { start: episode.state, goal: episode.goal }, episode.elapsed)?;
        self.levels[index] = episode.level;
        Ok(())
    }

    fn advance(&mut self, actions: &[Action], _rng: &mut Pcg64Mcg) -> Result<(), VectorError> {
        VectorReachEnv::advance(self, actions).map(drop)
    }
}
