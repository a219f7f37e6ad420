//! Sides of a game.

use serde::{Deserialize, Serialize};

/// Who is to move.
///
/// ```
/// use tetreach_agents::Player;
///
/// assert_eq!(Player::First.other(), Player::Second);
/// assert_eq!(Player::Second.value(0.25), 0.75, "what is good for one is bad for the other");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    /// The one whose value the problem states; the only one in a puzzle.
    #[default]
    First,
    /// The opponent, whose value is 1 minus the other's.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// What a game is worth to this player that is worth `value`, between 0 and 1, to the first; and the other way
    /// round.
    pub fn value(self, value: f32) -> f32 {
        match self {
            Player::First => value,
            Player::Second => 1.0 - value,
        }
    }
}
