//! A position of the search.

use crate::game::Piece;
use crate::game::guideline::{Field, GuidelinePlacement};

/// The most rows that can be cleared: ten columns of them and what is held fit into a word.
pub(super) const MOST_ROWS: u8 = 6;
const ROWS: u64 = (1 << MOST_ROWS) - 1;

/// A position on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClearNode {
    pub field: Field,
    /// Rows that are still to be cleared; the piece that led here, and where.
    pub rows: u8,
    pub hold: Option<Piece>,
    /// Pieces of the queue used up.
    pub used: u8,
    pub parent: u32,
    pub placement: GuidelinePlacement,
}

impl ClearNode {
    /// A number that tells positions of one search apart.
    pub fn key(&self) -> u64 {
        let above = !0 << self.rows & ROWS;
        let hold = self.hold.map_or(7, |piece| piece as u64);
        self.field.columns().iter().fold(hold, |key, column| key << MOST_ROWS | (column | above) & ROWS)
    }

    /// The number of changes between filled and empty along rows and columns, the floor being filled.
    ///
    /// Smooth fields first: of all orders tried this one needs the fewest positions, and it ends by itself, because
    /// fields with few rows left have few changes.
    pub fn roughness(&self) -> u32 {
        let mask = (1_u64 << self.rows) - 1;
        let columns = self.field.columns();
        let along_rows: u32 = columns.windows(2).map(|pair| ((pair[0] ^ pair[1]) & mask).count_ones()).sum();
        let along_columns: u32 =
            columns.iter().map(|column| ((column ^ (column << 1 | 1)) & mask).count_ones()).sum();
        along_rows + along_columns
    }
}
