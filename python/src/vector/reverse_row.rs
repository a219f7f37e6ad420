//! Many reverse environments in a row, with the same arrays as the forward ones.

use tetreach::game::{Board, Size};
use tetreach::reach::{ReachOptions, ReachSnapshot, ReverseEnv, StepArrays};
use tetreach_agents::{Action, Autoreset, Env, EnvError, VectorError};

use crate::rules::PyRules;

/// Reverse environments, stepped one after the other.
#[derive(Clone, Debug)]
pub struct ReverseRow {
    envs: Vec<ReverseEnv>,
    autoreset: Autoreset,
    pub states: Vec<Board>,
    pub goals: Vec<Board>,
    pub elapsed: Vec<u32>,
    pub illegal: Vec<bool>,
    pub arrays: StepArrays,
}

impl ReverseRow {
    pub fn new(rules: &PyRules, count: usize, autoreset: Autoreset) -> Self {
        let size: Size = rules.size();
        let empty = vec![Board::empty(size); count];
        let arrays = StepArrays {
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            started: vec![false; count],
            has_final: vec![false; count],
            final_states: empty.clone(),
            final_goals: empty.clone(),
            ..StepArrays::default()
        };
        Self {
            envs: vec![ReverseEnv::new(rules.settings, rules.source.clone()); count],
            autoreset,
            states: empty.clone(),
            goals: empty,
            elapsed: vec![0; count],
            illegal: vec![false; count],
            arrays,
        }
    }

    pub fn restart(
        &mut self,
        index: usize,
        seed: Option<u64>,
        options: &ReachOptions,
    ) -> Result<(), VectorError> {
        let refuse = |source| VectorError::Env { index, source };
        let (seen, _) = self.envs[index].reset(seed, options).map_err(refuse)?;
        (self.states[index], self.goals[index]) = (seen.observation, seen.desired_goal);
        self.elapsed[index] = 0;
        self.illegal[index] = false;
        let arrays = &mut self.arrays;
        arrays.rewards[index] = 0.0;
        arrays.terminated[index] = false;
        arrays.truncated[index] = false;
        arrays.started[index] = true;
        arrays.has_final[index] = false;
        Ok(())
    }

    pub fn advance(&mut self, actions: &[Action]) -> Result<(), VectorError> {
        for (index, &action) in actions.iter().enumerate() {
            let ended = self.envs[index].episode().is_some_and(|episode| episode.ended);
            if ended && self.autoreset == Autoreset::NextStep {
                self.restart(index, None, &ReachOptions::default())?;
            } else {
                self.advance_one(index, action)?;
            }
        }
        Ok(())
    }

    fn advance_one(&mut self, index: usize, action: Action) -> Result<(), VectorError> {
        let step = self.envs[index].step(action).map_err(|source| VectorError::Env { index, source })?;
        let (done, extra) = (step.done(), &step.info.extra);
        let illegal = extra.detail.is_none() && !extra.is_success;
        self.states[index] = step.observation.observation;
        self.elapsed[index] += 1;
        if done {
            self.arrays.final_states[index] = self.states[index];
            self.arrays.final_goals[index] = self.goals[index];
            if self.autoreset == Autoreset::SameStep {
                self.restart(index, None, &ReachOptions::default())?;
            }
        }
        self.illegal[index] = illegal;
        let arrays = &mut self.arrays;
        arrays.rewards[index] = step.reward;
        arrays.terminated[index] = step.terminated;
        arrays.truncated[index] = step.truncated;
        arrays.started[index] = done && self.autoreset == Autoreset::SameStep;
        arrays.has_final[index] = done;
        Ok(())
    }

    /// Whether the episode has ended; `None` before the first reset.
    pub fn has_ended(&self, index: usize) -> Option<bool> {
        self.envs[index].episode().map(|episode| episode.ended)
    }

    pub fn snapshot(&self, index: usize) -> ReachSnapshot {
        self.envs[index].snapshot()
    }

    pub fn restore(&mut self, index: usize, snapshot: &ReachSnapshot) -> Result<(), VectorError> {
        self.envs[index].restore(snapshot).map_err(|source: EnvError| VectorError::Env { index, source })?;
        if let Some(episode) = snapshot.episode {
            (self.states[index], self.goals[index]) = (episode.state, episode.desired_goal);
            self.elapsed[index] = episode.elapsed;
        }
        self.illegal[index] = false;
        Ok(())
    }
}
