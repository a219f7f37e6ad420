//! Single cells of the torus.

use std::fmt;
use std::str::FromStr;

use super::cells::{CELL_COUNT, SIDE};

/// A cell by row and column, both 0 to 10; row 0 is drawn at the top.
///
/// ```
/// use tetreach_games::tetress::Coordinate;
///
/// let corner: Coordinate = "0-10".parse()?;
/// assert_eq!((corner.row(), corner.column(), corner.index()), (0, 10, 10));
/// assert_eq!(corner.neighbours().map(|cell| cell.to_string()), ["10-10", "1-10", "0-9", "0-0"]);
/// assert!("0-11".parse::<Coordinate>().is_err());
/// # Ok::<(), tetreach_games::tetress::CoordinateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinate(u8);

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a cell such as 3-10, row and column 0 to 10, found {text:?}")]
pub struct CoordinateError {
    /// The text.
    pub text: String,
}

impl Coordinate {
    /// The cell in this row and column, wrapped around the torus.
    pub const fn wrapped(row: usize, column: usize) -> Self {
        Self(((row % SIDE) * SIDE + column % SIDE) as u8)
    }

    /// The cell with this number, row by row; `None` from 121 on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < CELL_COUNT { Some(Self(index as u8)) } else { None }
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELL_COUNT as u8).map(Self)
    }

    /// The number of the cell, row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row.
    pub const fn row(self) -> usize {
        self.index() / SIDE
    }

    /// The column.
    pub const fn column(self) -> usize {
        self.index() % SIDE
    }

    /// The cells above, below, to the left and to the right.
    pub fn neighbours(self) -> [Self; 4] {
        let (row, column) = (self.row(), self.column());
        [(row + SIDE - 1, column), (row + 1, column), (row, column + SIDE - 1), (row, column + 1)]
            .map(|(row, column)| Self::wrapped(row, column))
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.row(), self.column())
    }
}

impl FromStr for Coordinate {
    type Err = CoordinateError;

    fn from_str(text: &str) -> Result<Self, CoordinateError> {
        let number = |part: &str| {
            let plain = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<usize>().ok().filter(|number| plain && *number < SIDE)
        };
        let parts = text.split_once('-').and_then(|(row, column)| Some((number(row)?, number(column)?)));
        let (row, column) = parts.ok_or_else(|| CoordinateError { text: text.to_owned() })?;
        Ok(Self::wrapped(row, column))
    }
}
