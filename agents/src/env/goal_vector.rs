//! Many episodes of a goal task side by side, as actors play them.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use super::{Action, GoalTask, VectorError};

/// An episode that is under way, with all that is needed to continue it elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningEpisode<S, G> {
    /// The present state.
    pub state: S,
    /// What is to be reached.
    pub goal: G,
    /// The number of steps so far.
    pub elapsed: u32,
    /// The level of a curriculum at which the goal was drawn, 0 without one.
    pub level: u32,
}

/// A vector environment of a goal task that is stepped without writing observations.
///
/// All that is random comes from the stream that is passed in, so that a checkpoint of states and stream is enough to
/// continue exactly. Episodes that ended stay as they are until [`GoalVectorEnv::begin`] starts the next one.
pub trait GoalVectorEnv: Debug + Send {
    /// The rules.
    type Task: GoalTask;

    /// The number of environments.
    fn count(&self) -> usize;

    /// The present states.
    fn states(&self) -> &[<Self::Task as GoalTask>::State];

    /// The goals that are pursued.
    fn goals(&self) -> &[<Self::Task as GoalTask>::Goal];

    /// The number of steps of each episode so far.
    fn elapsed(&self) -> &[u32];

    /// The levels at which the goals were drawn, 0 without a curriculum.
    fn levels(&self) -> &[u32];

    /// The rewards of the last step.
    fn rewards(&self) -> &[f32];

    /// Whether the last step ended the task.
    fn terminated(&self) -> &[bool];

    /// Whether the last step cut the episode short.
    fn truncated(&self) -> &[bool];

    /// Whether the goal of an environment is reached.
    fn is_success(&self, index: usize) -> bool;

    /// Starts an episode from the environment's own source of goals.
    fn begin(&mut self, index: usize, rng: &mut Pcg64Mcg) -> Result<(), VectorError>;

    /// Continues an episode that was kept.
    fn resume(
        &mut self,
        index: usize,
        episode: RunningEpisode<<Self::Task as GoalTask>::State, <Self::Task as GoalTask>::Goal>,
    ) -> Result<(), VectorError>;

    /// Takes one action in each environment; none of their episodes may have ended.
    fn advance(&mut self, actions: &[Action], rng: &mut Pcg64Mcg) -> Result<(), VectorError>;
}
