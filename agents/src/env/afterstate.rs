//! Tasks in which chance moves after every action.

use std::fmt::Debug;

use rand::Rng;

use super::Action;

/// A task in which an action leads at once to an intermediate state, the after-state, and then chance moves.
///
/// Everything that chance can do is listed with its probability, so that searches can take means instead of samples.
///
/// ```
/// use tetreach_agents::toy::CoinWalk;
/// use tetreach_agents::AfterstateTask;
///
/// let walk = CoinWalk { places: 7, cost: 0.125 };
/// let mut total = 0.0;
/// walk.for_each_after(&3, |_, _, after| walk.for_each_outcome(after, |chance, _, _| total += chance));
/// assert_eq!(total, 2.0, "the chances of each of the two actions sum to 1");
/// ```
pub trait AfterstateTask {
    /// A decision to be made.
    type State: Copy + Debug;
    /// What an action leads to before chance moves.
    type After: Copy + Debug;

    /// Visits the actions of a state with their rewards and after-states: none if the task has ended.
    fn for_each_after(&self, state: &Self::State, visit: impl FnMut(Action, f64, &Self::After));

    /// What an action leads to, `None` if the state does not offer it.
    fn after(&self, state: &Self::State, action: Action) -> Option<Self::After> {
        let mut found = None;
        self.for_each_after(state, |other, _, after| {
            if other == action {
                found = Some(*after);
            }
        });
        found
    }

    /// Visits what chance can make of an after-state: probability, reward for getting there, and state. The
    /// probabilities sum to 1.
    fn for_each_outcome(&self, after: &Self::After, visit: impl FnMut(f64, f64, &Self::State));

    /// Lets chance move.
    fn draw<R: Rng + ?Sized>(&self, after: &Self::After, rng: &mut R) -> Self::State;
}
