//! Many environments stepped in one call, with results in arrays that are allocated once.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::env::{Action, ActionSet, Discrete, Env, EnvError, Info};

/// When a vector environment resets those of its environments whose episode has ended: Gymnasium's three modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Autoreset {
    /// In the step after the end: that step ignores its action and returns the new start, reward 0 and no end.
    #[default]
    NextStep,
    /// In the step of the end: the new start takes the place of the last observation, which is kept beside it.
    SameStep,
    /// Never: the caller resets by [`VectorEnv::reset_where`], and a step before that is an error.
    Disabled,
}

/// A fixed number of environments with the same spaces, stepped together.
pub trait VectorEnv {
    /// What an agent sees.
    type Observation;
    /// What a reset may ask for.
    type Options: Default;
    /// How sets of legal actions are stored.
    type Legal: ActionSet;
    /// What the environments say beside their legal actions.
    type Extra;

    /// The number of environments.
    fn count(&self) -> usize;

    /// When environments are reset.
    fn autoreset(&self) -> Autoreset;

    /// The action space of each environment.
    fn single_action_space(&self) -> Discrete;

    /// Resets all environments, number `i` with `seed + i`, and allocates the arrays that the steps will fill.
    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<BatchOf<Self>, VectorError>;

    /// Resets the environments named by `which`, number `i` with `seed + i`, and leaves the others alone.
    fn reset_where(
        &mut self,
        which: &[bool],
        seed: Option<u64>,
        options: &Self::Options,
        batch: &mut BatchOf<Self>,
    ) -> Result<(), VectorError>;

    /// Takes one action in each environment; autoresets use default options.
    ///
    /// After an error the environments below the one it names have made their step: reset before going on.
    fn step(&mut self, actions: &[Action], batch: &mut BatchOf<Self>) -> Result<(), VectorError>;
}

/// The arrays of vector environment `V`.
pub type BatchOf<V> =
    Batch<<V as VectorEnv>::Observation, Info<<V as VectorEnv>::Legal, <V as VectorEnv>::Extra>>;

/// What the last call returned, one entry per environment.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch<O, I> {
    /// What each agent sees, to choose its next action from.
    pub observations: Vec<O>,
    /// The rewards.
    pub rewards: Vec<f32>,
    /// Whether the task ended.
    pub terminated: Vec<bool>,
    /// Whether the episode was cut short.
    pub truncated: Vec<bool>,
    /// What is known beside each observation.
    pub infos: Vec<I>,
    /// Whether the observation is the first of an episode.
    pub started: Vec<bool>,
    /// Whether this call ended an episode, so that the two final entries below are of it.
    pub has_final: Vec<bool>,
    /// The last observation of the episode that ended latest, to bootstrap from: in every mode.
    pub final_observations: Vec<O>,
    /// The info beside it.
    pub final_infos: Vec<I>,
}

impl<O: Clone, I: Clone> Batch<O, I> {
    /// The arrays after a reset that returned these observations and infos.
    pub fn new(observations: Vec<O>, infos: Vec<I>) -> Self {
        let count = observations.len();
        Batch {
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            started: vec![true; count],
            has_final: vec![false; count],
            final_observations: observations.clone(),
            final_infos: infos.clone(),
            observations,
            infos,
        }
    }

    /// The number of environments.
    pub fn count(&self) -> usize {
        self.observations.len()
    }

    /// Enters the start of an episode in environment `i`, without touching what is final.
    pub fn start(&mut self, i: usize, observation: O, info: I) {
        self.observations[i] = observation;
        self.infos[i] = info;
        self.rewards[i] = 0.0;
        self.terminated[i] = false;
        self.truncated[i] = false;
        self.started[i] = true;
        self.has_final[i] = false;
    }
}

/// Why a vector environment refused a call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VectorError {
    /// There are no environments.
    #[error("a vector environment needs at least one environment")]
    Empty,
    /// An array does not have one entry per environment.
    #[error("expected {expected} {what}, one per environment, but got {got}")]
    Count {
        /// What the entries are.
        what: &'static str,
        /// The number of environments.
        expected: usize,
        /// The number of entries given.
        got: usize,
    },
    /// One of the environments refused.
    #[error("environment {index}: {source}")]
    Env {
        /// Which one.
        index: usize,
        /// Its reason.
        source: EnvError,
    },
}

/// Checks that an array has one entry per environment.
pub fn expect_count(what: &'static str, expected: usize, got: usize) -> Result<(), VectorError> {
    if expected == got { Ok(()) } else { Err(VectorError::Count { what, expected, got }) }
}

/// A vector environment made of any environments, stepped one after the other.
#[derive(Clone, Debug)]
pub struct SyncVector<E> {
    envs: Vec<E>,
    autoreset: Autoreset,
    /// Whether the next step of the environment resets it (mode `NextStep`).
    ended: Vec<bool>,
}

impl<E: Env> SyncVector<E> {
    /// The vector of the given environments, at least one.
    pub fn new(envs: Vec<E>, autoreset: Autoreset) -> Result<Self, VectorError> {
        if envs.is_empty() {
            return Err(VectorError::Empty);
        }
        Ok(SyncVector { ended: vec![false; envs.len()], envs, autoreset })
    }

    /// The environments.
    pub fn envs(&self) -> &[E] {
        &self.envs
    }
}

impl<E: Env> VectorEnv for SyncVector<E> {
    type Observation = E::Observation;
    type Options = E::Options;
    type Legal = E::Legal;
    type Extra = E::Extra;

    fn count(&self) -> usize {
        self.envs.len()
    }

    fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    fn single_action_space(&self) -> Discrete {
        self.envs[0].action_space()
    }

    fn reset(&mut self, seed: Option<u64>, options: &E::Options) -> Result<BatchOf<Self>, VectorError> {
        let mut observations = Vec::with_capacity(self.envs.len());
        let mut infos = Vec::with_capacity(self.envs.len());
        for (index, env) in self.envs.iter_mut().enumerate() {
            let (observation, info) = reset_one(env, index, seed, options)?;
            observations.push(observation);
            infos.push(info);
        }
        self.ended.fill(false);
        Ok(Batch::new(observations, infos))
    }

    fn reset_where(
        &mut self,
        which: &[bool],
        seed: Option<u64>,
        options: &E::Options,
        batch: &mut BatchOf<Self>,
    ) -> Result<(), VectorError> {
        expect_count("reset flags", self.envs.len(), which.len())?;
        expect_count("batch entries", self.envs.len(), batch.count())?;
        for (index, _) in which.iter().enumerate().filter(|(_, reset)| **reset) {
            let (observation, info) = reset_one(&mut self.envs[index], index, seed, options)?;
            batch.start(index, observation, info);
            self.ended[index] = false;
        }
        Ok(())
    }

    fn step(&mut self, actions: &[Action], batch: &mut BatchOf<Self>) -> Result<(), VectorError> {
        expect_count("actions", self.envs.len(), actions.len())?;
        expect_count("batch entries", self.envs.len(), batch.count())?;
        for (index, (env, &action)) in self.envs.iter_mut().zip(actions).enumerate() {
            if self.ended[index] {
                let (observation, info) = reset_one(env, index, None, &E::Options::default())?;
                batch.start(index, observation, info);
                self.ended[index] = false;
                continue;
            }
            let step = env.step(action).map_err(|source| VectorError::Env { index, source })?;
            let done = step.done();
            if done {
                batch.final_observations[index] = step.observation.clone();
                batch.final_infos[index] = step.info.clone();
            }
            if done && self.autoreset == Autoreset::SameStep {
                let (observation, info) = reset_one(env, index, None, &E::Options::default())?;
                batch.start(index, observation, info);
            } else {
                batch.observations[index] = step.observation;
                batch.infos[index] = step.info;
                batch.started[index] = false;
                self.ended[index] = done && self.autoreset == Autoreset::NextStep;
            }
            batch.rewards[index] = step.reward;
            batch.terminated[index] = step.terminated;
            batch.truncated[index] = step.truncated;
            batch.has_final[index] = done;
        }
        Ok(())
    }
}

fn reset_one<E: Env>(
    env: &mut E,
    index: usize,
    seed: Option<u64>,
    options: &E::Options,
) -> Result<crate::env::EpisodeStart<E>, VectorError> {
    env.reset(seed.map(|seed| seed.wrapping_add(index as u64)), options)
        .map_err(|source| VectorError::Env { index, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::GoalOptions;
    use crate::toy::corridor::{Corridor, LEFT, RIGHT};

    type Vector = SyncVector<Corridor>;

    /// Two corridors, both one step left of the goal.
    fn near_the_goal(autoreset: Autoreset) -> (Vector, BatchOf<Vector>) {
        let mut vector = SyncVector::new(vec![Corridor::new(9, 20).unwrap(); 2], autoreset).unwrap();
        let mut batch = vector.reset(Some(5), &Default::default()).unwrap();
        let options = GoalOptions { start: Some(3), desired_goal: Some(4) };
        vector.reset_where(&[true, true], None, &options, &mut batch).unwrap();
        (vector, batch)
    }

    #[test]
    fn the_environments_are_seeded_one_after_the_other() {
        let mut vector =
            SyncVector::new(vec![Corridor::new(99, 20).unwrap(); 3], Autoreset::NextStep).unwrap();
        let batch = vector.reset(Some(7), &Default::default()).unwrap();
        for i in 0..3 {
            let mut single = Corridor::new(99, 20).unwrap();
            let (observation, info) = single.reset(Some(7 + i), &Default::default()).unwrap();
            assert_eq!((batch.observations[i as usize], &batch.infos[i as usize]), (observation, &info));
        }
    }

    #[test]
    fn next_step_mode_resets_in_the_step_after_the_end() {
        let (mut vector, mut batch) = near_the_goal(Autoreset::NextStep);
        vector.step(&[RIGHT, LEFT], &mut batch).unwrap();
        assert_eq!(batch.terminated, [true, false]);
        assert_eq!(batch.has_final, [true, false]);
        assert_eq!(batch.observations[0].observation, 4);
        assert_eq!(batch.final_observations[0], batch.observations[0]);
        let mut restarted = vector.envs()[0].clone();
        vector.step(&[LEFT, LEFT], &mut batch).unwrap();
        assert_eq!(batch.observations[0], restarted.reset(None, &Default::default()).unwrap().0);
        assert_eq!((batch.started[0], batch.terminated[0], batch.rewards[0]), (true, false, 0.0));
        assert_eq!((batch.started[1], batch.rewards[1]), (false, -1.0));
    }

    #[test]
    fn same_step_mode_returns_the_new_start_and_keeps_the_end() {
        let (mut vector, mut batch) = near_the_goal(Autoreset::SameStep);
        let mut restarted = vector.envs()[0].clone();
        vector.step(&[RIGHT, LEFT], &mut batch).unwrap();
        assert_eq!(batch.observations[0], restarted.reset(None, &Default::default()).unwrap().0);
        assert_eq!((batch.terminated[0], batch.started[0], batch.has_final[0]), (true, true, true));
        assert_eq!(batch.final_observations[0].observation, 4);
        assert!(batch.final_infos[0].extra.is_success && !batch.infos[0].extra.is_success);
        assert_eq!((batch.observations[1].observation, batch.has_final[1]), (2, false));
    }

    #[test]
    fn disabled_mode_waits_for_the_caller() {
        let (mut vector, mut batch) = near_the_goal(Autoreset::Disabled);
        vector.step(&[RIGHT, LEFT], &mut batch).unwrap();
        assert_eq!((batch.observations[0].observation, batch.has_final[0]), (4, true));
        let refused = vector.step(&[LEFT, LEFT], &mut batch);
        assert_eq!(refused, Err(VectorError::Env { index: 0, source: EnvError::StepAfterEnd }));
        let ended = batch.terminated.clone();
        vector.reset_where(&ended, Some(1), &Default::default(), &mut batch).unwrap();
        assert_eq!((batch.started[0], batch.terminated[0]), (true, false));
        assert_eq!(batch.observations[1].observation, 2);
        let actions: Vec<Action> =
            batch.infos.iter().map(|info| info.legal_actions.nth(0).unwrap()).collect();
        assert_eq!(vector.step(&actions, &mut batch), Ok(()));
    }

    #[test]
    fn arrays_of_the_wrong_length_are_refused() {
        let (mut vector, mut batch) = near_the_goal(Autoreset::NextStep);
        let refused = vector.step(&[RIGHT], &mut batch).unwrap_err();
        assert_eq!(refused.to_string(), "expected 2 actions, one per environment, but got 1");
        assert_eq!(SyncVector::<Corridor>::new(vec![], Autoreset::NextStep).unwrap_err(), VectorError::Empty);
    }
}
