//! Where the numbers of placements meet the numbers of actions.
//!
//! They are two types on purpose. [`ActionId`] belongs to the rules: it numbers placements, and the rules must not
//! know of learning. [`Action`] belongs to the agents: it numbers the actions of any task, and they must not know of
//! Tetris; reverse moves, key presses and flipped bits are actions too. In tasks whose actions are placements both
//! numbers are the same, and only here is one made of the other.

use tetreach_agents::Action;

use crate::game::ActionId;

/// The action that places as a number of the rules says.
///
/// ```
/// use tetreach::game::ActionId;
/// use tetreach::{to_action, to_placement};
///
/// assert_eq!(to_placement(to_action(ActionId(7))), ActionId(7));
/// ```
#[inline]
pub fn to_action(placement: ActionId) -> Action {
    Action(placement.0)
}

/// The number in the rules of an action that places.
#[inline]
pub fn to_placement(action: Action) -> ActionId {
    ActionId(action.0)
}
