//! The bitboard: rows of 16-bit words, followed by the column heights.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::size::Size;

/// Bytes of the rows: all that fit, and four more so that a 4-row window can be read at any height.
const ROW_BYTES: usize = 2 * (Size::MAX_HEIGHT as usize + 4);
/// Where the column heights begin; four padding columns follow, so that a 4-column window can be read anywhere.
const HEIGHTS_AT: usize = ROW_BYTES;
/// Where the size begins.
const SIZE_AT: usize = HEIGHTS_AT + Size::MAX_WIDTH as usize + 4;
/// Bytes of a board: three 32-byte vectors.
pub(crate) const BYTES: usize = 96;
/// Where the last vector begins, the one that holds all column heights.
pub(crate) const OUTLINE_AT: usize = 64;
/// Where the column heights begin within the last vector.
pub(crate) const HEIGHTS_IN_OUTLINE: usize = HEIGHTS_AT - OUTLINE_AT;

/// A board of filled and empty cells; row 0 is the bottom, column 0 the left.
///
/// Rows are little-endian 16-bit words, so that a piece is one 64-bit word (four rows). The column heights stand
/// behind them because every drop asks for them, then the size. All of it is one array of three 32-byte vectors:
/// the compiler turns loops of constant length over it into vector instructions, and code that reads a board just
/// made finds whole vectors in the store buffer instead of waiting for patches of one.
///
/// ```
/// use tetreach_games::{Board, Size};
///
/// let board = Board::from_text("..#.......\n.###......", Size::STANDARD)?;
/// assert!(board.is_filled(1, 2));
/// assert_eq!(board.heights(), [0, 1, 2, 1, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(board.cells(), 4);
/// assert_eq!(board.to_string(), "..#.......\n.###......");
/// # Ok::<(), tetreach_games::BoardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Board {
    pub(crate) bytes: [u8; BYTES],
}

impl Board {
    /// The board without any filled cell.
    pub fn empty(size: Size) -> Self {
        let mut bytes = [0; BYTES];
        bytes[SIZE_AT] = size.width();
        bytes[SIZE_AT + 1] = size.height();
        Self { bytes }
    }

    /// A board with these rows, bottom row first, leftmost column in bit 0; bits outside the board are dropped.
    pub fn from_rows(size: Size, rows: impl IntoIterator<Item = u16>) -> Self {
        let mut board = Self::empty(size);
        for (index, row) in rows.into_iter().take(usize::from(size.height())).enumerate() {
            board.set_row(index, row & size.full_row());
        }
        board.recompute_heights(usize::from(size.height()));
        board
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        Size::trusted(self.width(), self.height())
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> u8 {
        self.bytes[SIZE_AT]
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> u8 {
        self.bytes[SIZE_AT + 1]
    }

    /// The cells of a row, leftmost column in bit 0; rows above the board are empty.
    #[inline]
    pub fn row(&self, row: usize) -> u16 {
        let cells: [u8; 2] = self.rows()[2 * row..2 * row + 2].try_into().expect("invariant: two bytes");
        u16::from_le_bytes(cells)
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
        &self.padded_heights()[..usize::from(self.width())]
    }

    /// One above the highest filled row.
    #[inline]
    pub fn stack_height(&self) -> usize {
        let outline: &[u8; 16] = self.column_heights();
        usize::from(outline.iter().fold(0, |most, height| most.max(*height)))
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
        Self::from_rows(self.size(), self.filled_rows().map(|row| row.reverse_bits() >> (16 - width)))
    }

    /// This board or its mirror image, whichever comes first: one representative for both.
    pub fn mirror_reduced(&self) -> Self {
        let mirror = self.mirrored();
        if mirror.rows() < self.rows() { mirror } else { *self }
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
        (0..8).map(|index| self.word(index))
    }

    /// Rows `4 * index` to `4 * index + 3` as one word, 16 bits per row.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        u64::from_le_bytes(self.bytes.as_chunks::<8>().0[index])
    }

    #[inline]
    pub(crate) fn set_word(&mut self, index: usize, word: u64) {
        self.bytes.as_chunks_mut::<8>().0[index] = word.to_le_bytes();
    }

    /// Four rows from `row` upwards as one word, 16 bits per row.
    #[inline]
    pub(crate) fn window(&self, row: usize) -> u64 {
        // Rows are below 32; saying so again lets the compiler see that the slice is within bounds.
        let from = 2 * (row & 31);
        let bytes: [u8; 8] = self.bytes[from..from + 8].try_into().expect("invariant: eight bytes");
        u64::from_le_bytes(bytes)
    }

    #[inline]
    pub(crate) fn set_row(&mut self, row: usize, cells: u16) {
        self.bytes[2 * row..2 * row + 2].copy_from_slice(&cells.to_le_bytes());
    }

    /// The rows as bytes, two per row, with the padding rows above.
    #[inline]
    pub(crate) fn rows(&self) -> &[u8; ROW_BYTES] {
        self.bytes[..ROW_BYTES].try_into().expect("invariant: the rows come first")
    }

    /// The column heights with the padding columns, which are zero.
    #[inline]
    pub(crate) fn padded_heights(&self) -> &[u8; 20] {
        self.bytes[HEIGHTS_AT..SIZE_AT].try_into().expect("invariant: twenty heights")
    }

    /// The heights of all columns that a board can have; those outside this one are zero.
    #[inline]
    pub(crate) fn column_heights(&self) -> &[u8; 16] {
        self.bytes[HEIGHTS_AT..HEIGHTS_AT + 16].try_into().expect("invariant: sixteen heights")
    }

    #[inline]
    pub(crate) fn column_heights_mut(&mut self) -> &mut [u8; 16] {
        (&mut self.bytes[HEIGHTS_AT..HEIGHTS_AT + 16]).try_into().expect("invariant: sixteen heights")
    }

    /// Brings the heights in line with the rows, of which none at or above `top` may be filled.
    #[inline]
    pub(crate) fn recompute_heights(&mut self, top: usize) {
        // A column's height is the number of rows that have something in it at or above them.
        let mut heights = [0_u16; 16];
        let mut covered = 0_u16;
        for row in (0..top).rev() {
            covered |= self.row(row);
            for (column, height) in heights.iter_mut().enumerate() {
                *height += u16::from(covered & 1 << column != 0);
            }
        }
        for (column, height) in heights.iter().enumerate() {
            self.bytes[HEIGHTS_AT + column] = *height as u8;
        }
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
        write!(f, "Board {}\n{self}", self.size())
    }
}
