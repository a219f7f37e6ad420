//! A board turned on its side: one word a column.

use super::board::Board;

/// The columns of a board with four empty ones behind, so that a shape's columns can be read at any column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Bit `r` of a column: whether row `r` is filled there.
    pub cells: [u32; 20],
}

impl Columns {
    /// The columns of a board, or `None` if it has a full row or an empty row under a filled one.
    #[inline]
    pub fn of_settled(board: &Board) -> Option<Self> {
        let full = board.size().full_row();
        let mut columns = [0_u32; 16];
        for row in 0..board.stack_height() {
            let filled = board.row(row);
            if filled == 0 || filled == full {
                return None;
            }
            for (column, cells) in columns.iter_mut().enumerate() {
                *cells |= if filled & 1 << column != 0 { 1 << row } else { 0 };
            }
        }
        let mut cells = [0; 20];
        cells[..16].copy_from_slice(&columns);
        Some(Self { cells })
    }

    /// All columns from `first` on, sixteen of them.
    #[inline]
    pub fn from(&self, first: u8) -> &[u32; 16] {
        // Shapes have four columns at most; saying so again lets the compiler see that the slice is within bounds.
        let first = usize::from(first & 3);
        self.cells[first..first + 16].try_into().expect("invariant: sixteen columns")
    }
}
