//! What every set of actions can be asked, however it is stored.

use std::fmt::Debug;

use rand::{Rng, RngExt};

use super::Action;

/// A set of actions, most often the legal ones of a state.
///
/// [`ActionMask`](super::ActionMask) keeps up to 320 actions in a few words, [`ActionList`](super::ActionList) some of
/// thousands in a list. A task names the one it uses, so that nothing is decided while it runs.
///
/// ```
/// use tetreach_agents::{Action, ActionList, ActionMask, ActionSet};
///
/// fn last(legal: &impl ActionSet) -> Option<Action> {
///     legal.nth(legal.count().checked_sub(1)?)
/// }
///
/// let mask: ActionMask = [7, 3].map(Action).into_iter().collect();
/// let list: ActionList = [2298, 3].map(Action).into_iter().collect();
/// assert_eq!((last(&mask), last(&list)), (Some(Action(7)), Some(Action(2298))));
/// ```
pub trait ActionSet: Clone + Default + PartialEq + Debug {
    /// The number of actions in the set.
    fn count(&self) -> usize;

    /// Whether the action is in the set.
    fn contains(&self, action: Action) -> bool;

    /// The action with `rank` smaller actions in the set, `None` if there are not that many.
    fn nth(&self, rank: usize) -> Option<Action>;

    /// The actions in rising order.
    fn iter(&self) -> impl Iterator<Item = Action> + '_;

    /// Whether the set has no action.
    fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// A uniformly random action of the set, `None` if it is empty.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        let count = self.count();
        if count == 0 { None } else { self.nth(rng.random_range(0..count as u32) as usize) }
    }
}
