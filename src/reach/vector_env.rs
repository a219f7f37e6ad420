//! Whole steps of many boards, with observations and infos.

use tetreach_agents::env::vector::expect_count;
use tetreach_agents::{
    Action, ActionMask, Autoreset, Batch, BatchOf, Discrete, GoalInfo, GoalTask, Info, VectorEnv, VectorError,
};

use super::env::{ReachInfo, ReachObservation};
use super::options::ReachOptions;
use super::task::legal_mask;
use super::vector::VectorReachEnv;
use crate::game::{Board, Landing};

impl VectorReachEnv {
    fn observe(&self, state: &Board, goal: &Board) -> ReachObservation {
        ReachObservation { observation: *state, achieved_goal: *state, desired_goal: *goal }
    }

    fn inform(&self, state: &Board, goal: &Board, landing: Option<Landing>) -> ReachInfo {
        Info {
            legal_actions: legal_mask(state),
            extra: GoalInfo {
                is_success: state == goal,
                lower_bound: self.task().lower_bound(state, goal),
                detail: landing,
            },
        }
    }

    /// Observation and info of board `index` as it stands.
    fn seen(&self, index: usize) -> (ReachObservation, ReachInfo) {
        let (state, goal) = (&self.states()[index], &self.goals()[index]);
        (self.observe(state, goal), self.inform(state, goal, self.arrays().landings[index]))
    }
}

impl VectorEnv for VectorReachEnv {
    type Observation = ReachObservation;
    type Options = ReachOptions;
    type Legal = ActionMask;
    type Extra = GoalInfo<Option<Landing>>;

    fn count(&self) -> usize {
        self.states().len()
    }

    fn autoreset(&self) -> Autoreset {
        self.resets()
    }

    fn single_action_space(&self) -> Discrete {
        Discrete::new(self.task().action_count()).expect("invariant: no board has more actions than a mask")
    }

    fn reset(&mut self, seed: Option<u64>, options: &ReachOptions) -> Result<BatchOf<Self>, VectorError> {
        self.restart_all(seed, options)?;
        let (observations, infos) = (0..self.count()).map(|index| self.seen(index)).unzip();
        Ok(Batch::new(observations, infos))
    }

    fn reset_where(
        &mut self,
        which: &[bool],
        seed: Option<u64>,
        options: &ReachOptions,
        batch: &mut BatchOf<Self>,
    ) -> Result<(), VectorError> {
        expect_count("reset flags", self.count(), which.len())?;
        expect_count("batch entries", self.count(), batch.count())?;
        for (index, _) in which.iter().enumerate().filter(|(_, reset)| **reset) {
            self.restart(index, seed, options)?;
            let (observation, info) = self.seen(index);
            batch.start(index, observation, info);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[Action], batch: &mut BatchOf<Self>) -> Result<(), VectorError> {
        expect_count("batch entries", self.count(), batch.count())?;
        self.advance(actions)?;
        let arrays = self.arrays();
        batch.rewards.copy_from_slice(&arrays.rewards);
        batch.terminated.copy_from_slice(&arrays.terminated);
        batch.truncated.copy_from_slice(&arrays.truncated);
        batch.started.copy_from_slice(&arrays.started);
        batch.has_final.copy_from_slice(&arrays.has_final);
        for index in 0..self.count() {
            (batch.observations[index], batch.infos[index]) = self.seen(index);
            if arrays.has_final[index] {
                let (state, goal) = (&arrays.final_states[index], &arrays.final_goals[index]);
                batch.final_observations[index] = self.observe(state, goal);
                batch.final_infos[index] = self.inform(state, goal, arrays.final_landings[index]);
            }
        }
        Ok(())
    }
}
