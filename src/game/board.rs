//! The bitboard: rows of 16-bit words, with the column heights beside them.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::size::Size;

/// Rows that fit, and four more so that a 4-row window can be read at any height.
const PADDED_ROWS: usize = Size::MAX_HEIGHT as usize + 4;
/// Columns that fit, and four more so that a 4-column window can be read at any column.
const PADDED_COLUMNS: usize = Size::MAX_WIDTH as usize + 4;

/// A board of filled and empty cells; row 0 is the bottom, column 0 the left.
///
/// Rows are little-endian 16-bit words in one byte array, so that a piece is one 64-bit word (four rows) that is
/// read, tested and written in one go. Column heights are kept beside the rows because every drop asks for them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Board {
    pub(super) rows: [u8; 2 * PADDED_ROWS],
    pub(super) heights: [u8; PADDED_COLUMNS],
    size: Size,
}

impl Board {
    /// The board without any filled cell.
    pub fn empty(size: Size) -> Self {
        Self { rows: [0; 2 * PADDED_ROWS], heights: [0; PADDED_COLUMNS], size }
    }

    /// A board with these rows, bottom row first, leftmost column in bit 0; bits outside the board are dropped.
    pub fn from_rows(size: Size, rows: impl IntoIterator<Item = u16>) -> Self {
        let mut board = Self::empty(size);
        for (index, row) in rows.into_iter().take(usize::from(size.height())).enumerate() {
            board.set_row(index, row & size.full_row());
        }
        board.recompute_heights();
        board
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> u8 {
        self.size.width()
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> u8 {
        self.size.height()
    }

    /// The cells of a row, leftmost column in bit 0; rows above the board are empty.
    #[inline]
    pub fn row(&self, row: usize) -> u16 {
        u16::from_le_bytes([self.rows[2 * row], self.rows[2 * row + 1]])
    }

    /// The rows from the bottom up to the highest filled one.
    pub fn filled_rows(&self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + '_ {
        (0..self.stack_height()).map(|row| self.row(row))
    }

    /// Whether the cell is filled.
    #[inline]
    pub fn is_filled(&self, row: usize, column: usize) -> bool {
        self.row(row) >> column & 1 == 1
    }

    /// One above the highest filled cell of each column.
    #[inline]
    pub fn heights(&self) -> &[u8] {
        &self.heights[..usize::from(self.width())]
    }

    /// One above the highest filled row.
    #[inline]
    pub fn stack_height(&self) -> usize {
        usize::from(self.heights.iter().copied().max().unwrap_or(0))
    }

    /// Number of filled cells.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.words().map(u64::count_ones).sum()
    }

    /// Whether nothing is filled.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.row(0) == 0 && self.stack_height() == 0
    }

    /// The board as seen in a mirror.
    pub fn mirrored(&self) -> Self {
        let width = self.width();
        Self::from_rows(self.size, self.filled_rows().map(|row| row.reverse_bits() >> (16 - width)))
    }

    /// This board or its mirror image, whichever comes first: one representative for both.
    pub fn mirror_reduced(&self) -> Self {
        let mirror = self.mirrored();
        if mirror.rows < self.rows { mirror } else { *self }
    }

    /// A 64-bit hash of size and cells that is the same on every machine and in every release.
    #[inline]
    pub fn hash64(&self) -> u64 {
        // Multiply-and-fold over the 64-bit words, as wyhash does; the words above the stack are zero and
        // fold to a constant factor, so hashing all eight keeps this free of branches.
        let mut state = 0x9E37_79B9_7F4A_7C15_u64 ^ (u64::from(self.width()) << 8 | u64::from(self.height()));
        for word in self.words() {
            let product = u128::from(state ^ word) * 0xD6E8_FEB8_6659_FD93_u128;
            state = (product as u64) ^ (product >> 64) as u64 ^ 0xA076_1D64_78BD_642F;
        }
        state
    }

    /// The rows as 64-bit words of four rows each.
    #[inline]
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.rows.as_chunks::<8>().0[..8].iter().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// Four rows from `row` upwards as one word, 16 bits a row.
    #[inline]
    pub(super) fn window(&self, row: usize) -> u64 {
        let bytes: [u8; 8] = self.rows[2 * row..2 * row + 8].try_into().expect("invariant: eight bytes");
        u64::from_le_bytes(bytes)
    }

    #[inline]
    pub(super) fn set_window(&mut self, row: usize, word: u64) {
        self.rows[2 * row..2 * row + 8].copy_from_slice(&word.to_le_bytes());
    }

    #[inline]
    pub(super) fn set_row(&mut self, row: usize, cells: u16) {
        self.rows[2 * row..2 * row + 2].copy_from_slice(&cells.to_le_bytes());
    }

    /// Brings the heights in line with the rows.
    #[inline]
    pub(super) fn recompute_heights(&mut self) {
        // Counting, for each column, the rows that have something at or above them vectorises well: every row
        // is spread over 16 lanes and added.
        let mut heights = [0_u8; 16];
        let mut covered = 0_u16;
        for row in (0..usize::from(self.height())).rev() {
            covered |= self.row(row);
            for (column, height) in heights.iter_mut().enumerate() {
                *height += (covered >> column & 1) as u8;
            }
        }
        self.heights[..16].copy_from_slice(&heights);
    }
}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

impl fmt::Display for Board {
    /// Rows from the top of the stack to the bottom, `#` filled and `.` empty; one empty row for the empty board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.stack_height().max(1)).rev() {
            for column in 0..usize::from(self.width()) {
                f.write_str(if self.is_filled(row, column) { "#" } else { "." })?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size)
    }
}
