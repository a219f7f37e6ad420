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

/// Several symmetries of a task, by number; 0 changes nothing.
///
/// A [`Symmetry`] is two of them: nothing, and its mirror.
pub trait Symmetries: Debug {
    /// The states of the task.
    type State;
    /// The goals of the task.
    type Goal;

    /// How many there are, that which changes nothing included.
    fn count(&self) -> usize;

    /// The image of a state.
    fn image_of_state(&self, number: usize, state: &Self::State) -> Self::State;

    /// The image of a goal.
    fn image_of_goal(&self, number: usize, goal: &Self::Goal) -> Self::Goal;

    /// The image of an action.
    fn image_of_action(&self, number: usize, action: Action) -> Action;
}

/// `number` is 1 wherever something changes.
impl<T: Symmetry<State: Clone, Goal: Clone>> Symmetries for T {
    type State = T::State;
    type Goal = T::Goal;

    fn count(&self) -> usize {
        2
    }

    fn image_of_state(&self, number: usize, state: &T::State) -> T::State {
        if number == 0 { state.clone() } else { self.mirror_state(state) }
    }

    fn image_of_goal(&self, number: usize, goal: &T::Goal) -> T::Goal {
        if number == 0 { goal.clone() } else { self.mirror_goal(goal) }
    }

    fn image_of_action(&self, number: usize, action: Action) -> Action {
        if number == 0 { action } else { self.mirror_action(action) }
    }
}
