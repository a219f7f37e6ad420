//! The cells of a guideline field.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::placement::GuidelinePlacement;
use super::shape::cells;

/// A field of 10 columns and 40 rows, of which 20 are in view: bit `y` of column `x` says whether that cell is filled.
///
/// ```
/// use tetreach_games::guideline::Field;
///
/// let mut field = Field::from_text("#.........\n#########.")?;
/// assert_eq!((field.height(), field.count()), (2, 10));
/// field.fill(9, 0);
/// assert_eq!(field.clear_rows(), 1);
/// assert_eq!(field.to_string(), "#.........");
/// # Ok::<(), tetreach_games::guideline::FieldTextError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[u64; Field::WIDTH]", into = "[u64; Field::WIDTH]")]
pub struct Field {
    columns: [u64; Field::WIDTH],
}

impl Field {
    /// The number of columns.
    pub const WIDTH: usize = 10;
    /// The number of rows; nothing is ever above them.
    pub const HEIGHT: usize = 40;
    /// The number of rows in view.
    pub const VISIBLE: usize = 20;
    /// All rows of a column.
    pub(super) const ROWS: u64 = (1 << Self::HEIGHT) - 1;

    /// The empty field.
    pub const EMPTY: Field = Field { columns: [0; Self::WIDTH] };

    /// A field with these columns; bits above the top row are dropped.
    pub fn from_columns(columns: [u64; Self::WIDTH]) -> Self {
        Field { columns: columns.map(|column| column & Self::ROWS) }
    }

    /// The columns, the lowest row in bit 0.
    #[inline]
    pub const fn columns(&self) -> &[u64; Self::WIDTH] {
        &self.columns
    }

    /// Whether a cell is filled; all that lies outside the field is.
    #[inline]
    pub fn is_filled(&self, x: i32, y: i32) -> bool {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < Self::WIDTH && y < Self::HEIGHT => self.columns[x] >> y & 1 == 1,
            _ => true,
        }
    }

    /// Fills a cell of the field; what lies outside stays as it is.
    pub fn fill(&mut self, x: usize, y: usize) {
        if x < Self::WIDTH && y < Self::HEIGHT {
            self.columns[x] |= 1 << y;
        }
    }

    /// The number of filled cells.
    pub fn count(&self) -> u32 {
        self.columns.iter().map(|column| column.count_ones()).sum()
    }

    /// Whether no cell is filled.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.columns == [0; Self::WIDTH]
    }

    /// One above the highest filled row.
    #[inline]
    pub fn height(&self) -> usize {
        let all = self.columns.iter().fold(0, |all, column| all | column);
        (u64::BITS - all.leading_zeros()) as usize
    }

    /// One above the highest filled cell of each column.
    #[inline]
    pub fn heights(&self) -> [u32; Self::WIDTH] {
        self.columns.map(|column| u64::BITS - column.leading_zeros())
    }

    /// Rows in which all cells are filled, as bits.
    #[inline]
    pub fn full_rows(&self) -> u64 {
        self.columns.iter().fold(Self::ROWS, |full, column| full & column)
    }

    /// Fills the cells of a placement and removes full rows; returns the number of rows removed.
    #[inline]
    pub fn place(&mut self, placement: GuidelinePlacement) -> u32 {
        for (dx, dy) in cells(placement.piece, placement.rotation) {
            let (x, y) = (placement.x + dx, placement.y + dy);
            debug_assert!(!self.is_filled(i32::from(x), i32::from(y)), "{placement:?} overlaps");
            self.columns[x as usize] |= 1 << y;
        }
        self.clear_rows()
    }

    /// Removes full rows, everything above falls; returns the number of rows removed.
    #[inline]
    pub fn clear_rows(&mut self) -> u32 {
        let full = self.full_rows();
        let mut left = full;
        while left != 0 {
            // From the top, so that the rows below keep their numbers.
            let row = u64::BITS - 1 - left.leading_zeros();
            let below = (1 << row) - 1;
            for column in &mut self.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            left &= below;
        }
        full.count_ones()
    }

    /// Pushes rows with one hole each in from below, the first one first; what leaves the top is lost.
    ///
    /// Holes are columns of the field.
    pub fn raise(&mut self, holes: &[u8]) {
        for &hole in holes {
            for (x, column) in self.columns.iter_mut().enumerate() {
                *column = (*column << 1 | u64::from(x != usize::from(hole))) & Self::ROWS;
            }
        }
    }

    /// The field in a mirror.
    pub fn mirrored(&self) -> Self {
        let mut columns = self.columns;
        columns.reverse();
        Field { columns }
    }

    /// Reads rows, the top one first: `.`, `_` and spaces are empty, everything else is filled.
    pub fn from_text(text: &str) -> Result<Self, FieldTextError> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        if lines.len() > Self::HEIGHT {
            return Err(FieldTextError::Height { rows: lines.len() });
        }
        let mut field = Field::EMPTY;
        for (y, line) in lines.iter().rev().enumerate() {
            let width = line.chars().count();
            if width != Self::WIDTH {
                return Err(FieldTextError::Width { row: lines.len() - y, cells: width });
            }
            for (x, cell) in line.chars().enumerate() {
                if !matches!(cell, '.' | '_' | ' ') {
                    field.fill(x, y);
                }
            }
        }
        Ok(field)
    }
}

impl From<[u64; Field::WIDTH]> for Field {
    fn from(columns: [u64; Field::WIDTH]) -> Self {
        Self::from_columns(columns)
    }
}

impl From<Field> for [u64; Field::WIDTH] {
    fn from(field: Field) -> Self {
        field.columns
    }
}

impl fmt::Display for Field {
    /// The rows up to the highest filled one, the top one first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height()).rev() {
            for column in &self.columns {
                f.write_str(if column >> y & 1 == 1 { "#" } else { "." })?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({:?})", self.to_string())
    }
}

/// Why a text is no field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldTextError {
    /// Too many rows.
    #[error("{rows} rows do not fit: a guideline field has 40")]
    Height {
        /// The rows of the text.
        rows: usize,
    },
    /// A row that is too short or too long.
    #[error("row {row} from the top has {cells} cells: a guideline field has 10 columns")]
    Width {
        /// The row, counted from 1.
        row: usize,
        /// The cells in it.
        cells: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_vanish_together_and_those_between_them_stay() {
        let mut field = Field::from_text("#.........\n##########\n.#########\n##########").unwrap();
        assert_eq!(field.clear_rows(), 2);
        assert_eq!(field.to_string(), "#.........\n.#########");
    }

    #[test]
    fn garbage_comes_from_below_and_never_leaves_the_rows() {
        let mut field = Field::from_text("##########").unwrap();
        field.raise(&[3, 9]);
        assert_eq!(field.to_string(), "##########\n###.######\n#########.");
        field.raise(&[0; 60]);
        assert_eq!((field.height(), field.count()), (40, 360));
    }

    #[test]
    fn texts_of_other_shapes_are_refused_by_row() {
        let short = Field::from_text("..........\n....").unwrap_err();
        assert_eq!(short.to_string(), "row 2 from the top has 4 cells: a guideline field has 10 columns");
        assert!(Field::from_text(&"..........\n".repeat(41)).is_err());
    }

    #[test]
    fn outside_is_filled() {
        for (x, y) in [(-1, 0), (10, 0), (0, -1), (0, 40)] {
            assert!(Field::EMPTY.is_filled(x, y));
        }
    }
}
