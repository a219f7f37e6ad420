//! Four cells that form a tetromino.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cells::{CELL_COUNT, Cells, SIDE};
use super::coordinate::{Coordinate, CoordinateError};
use crate::piece::Orientation;

/// The number of placements: 19 orientations at 121 anchors.
pub const PLACEMENTS: usize = Orientation::COUNT * CELL_COUNT;

/// Rows below and columns to the right of the anchor of the four cells of each orientation.
pub(super) const OFFSETS: [[(usize, usize); 4]; Orientation::COUNT] = {
    let mut offsets = [[(0, 0); 4]; Orientation::COUNT];
    let mut index = 0;
    while index < Orientation::COUNT {
        let shape = Orientation::at(index).shape();
        let (mut row, mut found) = (0, 0);
        while row < shape.height {
            // Orientations count their rows from the bottom, the torus from the top.
            let cells = shape.row(shape.height - 1 - row);
            let mut column = 0;
            while column < shape.width {
                if cells >> column & 1 == 1 {
                    offsets[index][found] = (row as usize, column as usize);
                    found += 1;
                }
                column += 1;
            }
            row += 1;
        }
        index += 1;
    }
    offsets
};

static CELLS: [u128; PLACEMENTS] = {
    let mut cells = [0; PLACEMENTS];
    let mut index = 0;
    while index < PLACEMENTS {
        let anchor = index % CELL_COUNT;
        let mut part = 0;
        while part < 4 {
            let (down, right) = OFFSETS[index / CELL_COUNT][part];
            cells[index] |= 1 << Coordinate::wrapped(anchor / SIDE + down, anchor % SIDE + right).index();
            part += 1;
        }
        index += 1;
    }
    cells
};

/// A tetromino on four cells of the torus.
///
/// Its number is `orientation * 121 + anchor`; the anchor is the upper left cell of the bounding box, which wraps.
///
/// ```
/// use tetreach_games::tetress::{PLACEMENTS, TetressPlacement};
///
/// let wrapped: TetressPlacement = "PLACE(10-5, 0-5, 0-6, 1-5)".parse()?;
/// assert_eq!((format!("{:?}", wrapped.orientation()), wrapped.anchor().to_string()), ("T1".into(), "10-5".into()));
/// assert_eq!(TetressPlacement::from_cells(wrapped.cells()), Some(wrapped));
/// assert_eq!(wrapped.to_string(), "PLACE(0-5, 0-6, 1-5, 10-5)");
/// assert_eq!(TetressPlacement::all().count(), PLACEMENTS);
/// assert!("PLACE(0-0, 0-1, 0-2, 0-4)".parse::<TetressPlacement>().is_err());
/// # Ok::<(), tetreach_games::tetress::PlacementError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct TetressPlacement(u16);

/// A text that names no placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// It does not look like one.
    #[error("expected an action such as PLACE(5-5, 5-6, 6-5, 6-6), found {text:?}")]
    Form {
        /// The text.
        text: String,
    },
    /// One of its cells is none.
    #[error(transparent)]
    Cell(#[from] CoordinateError),
    /// The cells do not form a tetromino.
    #[error("the cells of {text} do not form a tetromino")]
    NoTetromino {
        /// The text.
        text: String,
    },
}

impl TetressPlacement {
    /// The placement with this number, `None` from 2,299 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < PLACEMENTS { Some(Self(index as u16)) } else { None }
    }

    /// The orientation with its bounding box at this anchor.
    pub fn at(orientation: Orientation, anchor: Coordinate) -> Self {
        Self((orientation.index() * CELL_COUNT + anchor.index()) as u16)
    }

    /// All placements in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PLACEMENTS as u16).map(Self)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece and how it is turned.
    pub fn orientation(self) -> Orientation {
        Orientation::at(self.index() / CELL_COUNT)
    }

    /// The upper left cell of the bounding box.
    pub fn anchor(self) -> Coordinate {
        Coordinate::wrapped(self.index() % CELL_COUNT / SIDE, self.index() % SIDE)
    }

    /// The four cells.
    #[inline]
    pub fn cells(self) -> Cells {
        Cells::from_bits(CELLS[self.index()])
    }

    /// The placement on exactly these cells, `None` if they form no tetromino.
    pub fn from_cells(cells: Cells) -> Option<Self> {
        CELLS.iter().position(|bits| *bits == cells.bits()).and_then(Self::new)
    }
}

impl TryFrom<u16> for TetressPlacement {
    type Error = &'static str;

    fn try_from(index: u16) -> Result<Self, Self::Error> {
        Self::new(index.into()).ok_or("expected the number of a placement, 0 to 2298")
    }
}

impl From<TetressPlacement> for u16 {
    fn from(placement: TetressPlacement) -> u16 {
        placement.0
    }
}

impl fmt::Display for TetressPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.cells().iter().map(|cell| cell.to_string()).collect();
        write!(f, "PLACE({})", cells.join(", "))
    }
}

impl fmt::Debug for TetressPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for TetressPlacement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let form = || PlacementError::Form { text: text.chars().take(60).collect() };
        let inner = text.trim().strip_prefix("PLACE(").and_then(|rest| rest.strip_suffix(')'));
        let parts: Vec<&str> = inner.ok_or_else(form)?.split(',').map(str::trim).collect();
        if parts.len() != 4 {
            return Err(form());
        }
        let cells: Cells =
            parts.into_iter().map(str::parse).collect::<Result<Vec<Coordinate>, _>>()?.into_iter().collect();
        Self::from_cells(cells).ok_or_else(|| PlacementError::NoTetromino { text: text.trim().to_owned() })
    }
}
