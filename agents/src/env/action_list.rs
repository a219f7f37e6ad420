//! A set of actions as a list.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Action, ActionSet};

/// A set of actions as a sorted list, for games whose actions are too many for an [`ActionMask`](super::ActionMask).
///
/// ```
/// use tetreach_agents::{Action, ActionList, ActionSet};
///
/// let list: ActionList = [2298, 7, 7, 400].map(Action).into_iter().collect();
/// assert_eq!(list.as_slice(), [7, 400, 2298].map(Action));
/// assert!(list.contains(Action(400)) && !list.contains(Action(401)));
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Action>", into = "Vec<Action>")]
pub struct ActionList {
    actions: Vec<Action>,
}

impl ActionList {
    /// The set of the first `count` actions; there are never more than 65,536.
    pub fn first(count: usize) -> Self {
        ActionList { actions: (0..=u16::MAX).take(count).map(Action).collect() }
    }

    /// The actions in rising order.
    pub fn as_slice(&self) -> &[Action] {
        &self.actions
    }

    /// Adds an action.
    pub fn insert(&mut self, action: Action) {
        if let Err(at) = self.actions.binary_search(&action) {
            self.actions.insert(at, action);
        }
    }

    /// Takes an action out, if it is in.
    pub fn remove(&mut self, action: Action) {
        if let Ok(at) = self.actions.binary_search(&action) {
            self.actions.remove(at);
        }
    }
}

impl ActionSet for ActionList {
    fn count(&self) -> usize {
        self.actions.len()
    }

    fn contains(&self, action: Action) -> bool {
        self.actions.binary_search(&action).is_ok()
    }

    fn nth(&self, rank: usize) -> Option<Action> {
        self.actions.get(rank).copied()
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.actions.iter().copied()
    }
}

impl From<Vec<Action>> for ActionList {
    /// Sorts the actions, unless they are sorted, and keeps one of each.
    fn from(mut actions: Vec<Action>) -> Self {
        actions.sort_unstable();
        actions.dedup();
        ActionList { actions }
    }
}

impl From<ActionList> for Vec<Action> {
    fn from(list: ActionList) -> Self {
        list.actions
    }
}

impl FromIterator<Action> for ActionList {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        actions.into_iter().collect::<Vec<_>>().into()
    }
}

impl fmt::Debug for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.actions.iter().map(|action| action.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::ActionMask;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    proptest! {
        #[test]
        fn a_list_and_a_mask_of_the_same_actions_answer_alike(
            numbers in proptest::collection::vec(0u16..320, 0..200),
            removed in proptest::collection::vec(0u16..400, 0..50),
            seed: u64,
        ) {
            let mut list: ActionList = numbers.iter().copied().map(Action).collect();
            let mut mask: ActionMask = numbers.iter().copied().map(Action).collect();
            for number in removed {
                list.remove(Action(number));
                mask.remove(Action(number));
            }
            prop_assert_eq!((list.count(), list.is_empty()), (mask.count(), mask.is_empty()));
            prop_assert!(list.iter().eq(mask.iter()));
            for rank in 0..=mask.count() {
                prop_assert_eq!(list.nth(rank), mask.nth(rank));
            }
            for number in (0..400).map(Action) {
                prop_assert_eq!(list.contains(number), mask.contains(number));
            }
            let (mut one, mut other) = (Pcg64Mcg::seed_from_u64(seed), Pcg64Mcg::seed_from_u64(seed));
            prop_assert_eq!(list.sample(&mut one), ActionMask::sample(&mask, &mut other));
        }
    }

    #[test]
    fn a_list_holds_all_actions_there_can_be() {
        let mut list = ActionList::first(100_000);
        assert_eq!((list.count(), list.nth(65_535)), (65_536, Some(Action(65_535))));
        list.remove(Action(9));
        assert!(!list.contains(Action(9)));
        list.insert(Action(9));
        list.insert(Action(9));
        assert_eq!(list, ActionList::first(65_536));
    }

    #[test]
    fn a_list_is_stored_as_its_numbers() {
        let list: ActionList = serde_json::from_str("[9000, 2, 9000]").unwrap();
        assert_eq!(serde_json::to_string(&list).unwrap(), "[2,9000]");
    }
}
