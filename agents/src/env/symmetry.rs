//! Symmetries of a task.

use std::fmt::Debug;

use super::Action;

/// A symmetry of a task that is its own inverse: what is legal, what follows and what is rewarded stays the same when
/// state, goal and action are mirrored together.
pub trait Symmetry: Debug {
    /// The states of the task.
    type State;
    /// The goals of the task.
    type Goal;

    /// The mirrored state.
    fn mirror_state(&self, state: &Self::State) -> Self::State;

    /// The mirrored goal.
    fn mirror_goal(&self, goal: &Self::Goal) -> Self::Goal;

    /// The mirrored action.
    fn mirror_action(&self, action: Action) -> Action;
}
