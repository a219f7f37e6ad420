//! Gymnasium's contract for environments: `reset` and `step`.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::env::{Action, ActionSet, Discrete, Space};

/// A task to be acted in, step by step.
///
/// Everything random comes from a stream inside the environment. An environment is a value: a clone goes on exactly
/// as the original would, so saving and restoring is cloning.
pub trait Env: Clone {
    /// What the agent sees.
    type Observation: Clone + PartialEq + Debug;
    /// The space of all observations.
    type ObservationSpace: Space<Item = Self::Observation>;
    /// What a reset may ask for, such as a start state; the default asks for nothing.
    type Options: Clone + Default;
    /// How sets of legal actions are stored.
    type Legal: ActionSet;
    /// What this environment says beside its legal actions.
    type Extra: Clone + Default + PartialEq + Debug;

    /// The space of all actions, legal now or not.
    fn action_space(&self) -> Discrete;

    /// The space of all observations.
    fn observation_space(&self) -> Self::ObservationSpace;

    /// Starts a new episode.
    ///
    /// `Some(seed)` restarts the random stream, `None` goes on with it: seed the first reset and no other. An
    /// environment that was never seeded uses the stream of seed 0, so that no run depends on chance.
    fn reset(&mut self, seed: Option<u64>, options: &Self::Options) -> Result<EpisodeStart<Self>, EnvError>;

    /// Takes an action; after an error the environment is as it was before.
    fn step(&mut self, action: Action) -> Result<StepOf<Self>, EnvError>;
}

/// What environment `E` says beside an observation.
pub type InfoOf<E> = Info<<E as Env>::Legal, <E as Env>::Extra>;

/// What `reset` returns: the first observation and its info.
pub type EpisodeStart<E> = (<E as Env>::Observation, InfoOf<E>);

/// What `step` returns in environment `E`.
pub type StepOf<E> = Step<<E as Env>::Observation, InfoOf<E>>;

/// The outcome of one action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step<O, I> {
    /// What the agent sees after the action.
    pub observation: O,
    /// The reward for the action.
    pub reward: f32,
    /// Whether the task itself ended: nothing can follow, so there is no value to bootstrap from.
    pub terminated: bool,
    /// Whether the episode was cut short from outside, by a step limit most often: the task would have gone on.
    pub truncated: bool,
    /// What is known beside the observation.
    pub info: I,
}

impl<O, I> Step<O, I> {
    /// Whether the episode is over, for either reason.
    pub fn done(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// What is known beside an observation: the legal actions, and what the kind of environment adds, such as
/// [`GoalInfo`](super::GoalInfo).
///
/// ```
/// use tetreach_agents::toy::Corridor;
/// use tetreach_agents::{Env, GoalEnv};
///
/// let mut corridor = Corridor::new(5, 10)?;
/// let options = corridor.options_for(0, 3);
/// let (_, info) = corridor.reset(Some(1), &options)?;
/// assert_eq!(info.legal_actions.count(), 1, "to the left is a wall");
/// assert_eq!(info.extra.lower_bound, Some(3));
/// # Ok::<(), tetreach_agents::EnvError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info<L, X> {
    /// The actions that are legal in the observed state: what `step` accepts, as long as the episode goes on.
    pub legal_actions: L,
    /// What this environment adds.
    pub extra: X,
}

/// Why an environment refused a call.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvError {
    /// `step` came before the first `reset`.
    #[error("step before reset: call reset first")]
    StepBeforeReset,
    /// `step` came after the end of the episode.
    #[error("step after the end of the episode: call reset first")]
    StepAfterEnd,
    /// The action is not legal in this state.
    #[error("action {action} is not legal here: choose one from the action mask")]
    IllegalAction {
        /// The action refused.
        action: Action,
    },
    /// The environment cannot be built from its settings.
    #[error("the environment cannot be built: {reason}")]
    InvalidSettings {
        /// What is wrong with them and what was expected.
        reason: String,
    },
    /// The options of `reset` cannot be met.
    #[error("reset refused its options: {reason}")]
    InvalidOptions {
        /// What is wrong with them and what was expected.
        reason: String,
    },
}
