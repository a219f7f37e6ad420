//! Where a piece comes to rest, and how it got there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::shape::{Rotation, canonical, cells};
use crate::Piece;

/// How a T came to rest: by a turn with three of its four corners filled, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spin {
    /// The last movement was no turn, or fewer than three corners are filled.
    #[default]
    None,
    /// Fewer than two of the corners that it points to are filled, and the last kick was not used.
    Mini,
    /// A proper spin.
    Full,
}

impl Spin {
    /// All kinds.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];
}

/// A piece at rest: rotation, centre and spin.
///
/// Rotations that cover the same cells are the same placement: I, S and Z face north or east, the O faces north.
///
/// ```
/// use tetreach_games::Piece;
/// use tetreach_games::guideline::{GuidelinePlacement, Rotation, Spin};
///
/// let south = GuidelinePlacement { piece: Piece::S, rotation: Rotation::South, x: 4, y: 1, spin: Spin::None };
/// let north = GuidelinePlacement { rotation: Rotation::North, y: 0, ..south };
/// assert_eq!(south.canonical(), north);
/// assert_eq!(north.to_string(), "S north 4,0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GuidelinePlacement {
    /// The piece.
    pub piece: Piece,
    /// Which way it faces.
    pub rotation: Rotation,
    /// The column of its centre.
    pub x: i8,
    /// The row of its centre.
    pub y: i8,
    /// How it came there.
    pub spin: Spin,
}

impl GuidelinePlacement {
    /// The same cells in the first rotation that covers them.
    pub const fn canonical(self) -> Self {
        let (rotation, dx, dy) = canonical(self.piece, self.rotation);
        // A centre far outside every field stays outside.
        GuidelinePlacement { rotation, x: self.x.saturating_add(dx), y: self.y.saturating_add(dy), ..self }
    }

    /// The cells that it covers: column and row.
    pub fn cells(self) -> [(i32, i32); 4] {
        cells(self.piece, self.rotation)
            .map(|(dx, dy)| (i32::from(self.x) + i32::from(dx), i32::from(self.y) + i32::from(dy)))
    }
}

impl fmt::Display for GuidelinePlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {},{}", self.piece, self.rotation, self.x, self.y)?;
        match self.spin {
            Spin::None => Ok(()),
            Spin::Mini => f.write_str(" mini"),
            Spin::Full => f.write_str(" spin"),
        }
    }
}

impl fmt::Debug for GuidelinePlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
