//! Sides of the game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A player, named by the colour of its tokens.
///
/// ```
/// use tetreach_games::tetress::Colour;
///
/// assert_eq!(Colour::Red.other(), Colour::Blue);
/// assert_eq!("BLUE".parse(), Ok(Colour::Blue));
/// assert_eq!(Colour::Red.to_string(), "RED");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Who begins.
    Red,
    /// Who answers.
    Blue,
}

impl Colour {
    /// Both players in the order of their first moves.
    pub const ALL: [Colour; 2] = [Colour::Red, Colour::Blue];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Colour::Red => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }

    /// 0 for red, 1 for blue.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of its tokens in text.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Blue => 'b',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Red => "RED",
            Colour::Blue => "BLUE",
        })
    }
}

impl FromStr for Colour {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("red") {
            Ok(Colour::Red)
        } else if text.eq_ignore_ascii_case("blue") {
            Ok(Colour::Blue)
        } else {
            Err("expected RED or BLUE")
        }
    }
}
