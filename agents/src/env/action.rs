//! The number of an action.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of an action in a [`Discrete`](super::Discrete) space, of whatever task; a game's own number of a move is
/// another type, so that neither needs to know of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Action(pub u16);

impl Action {
    /// The action's number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
