//! A board turned on its side: one word per column.

use crate::board::Board;

/// The columns of a board with four empty ones behind, so that a shape's columns can be read at any column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    /// Bit `r` of a column: whether row `r` is filled there.
    cells: [u32; 20],
    /// For every row and column, one above the highest filled cell below that row.
    heights_below: [[u8; 32]; ROWS],
}

/// Rows from which heights are asked for: the board's, and those that a shape's lowest cells can hang over.
const ROWS: usize = 36;

impl Columns {
    /// The columns of a board, or `None` if it has a full row or an empty row under a filled one.
    #[inline]
    pub fn of_settled(board: &Board) -> Option<Self> {
        let full = board.size().full_row();
        let mut columns = [0_u32; 16];
        let (mut heights, mut heights_below) = ([0_u8; 16], [[0; 32]; ROWS]);
        let stack = board.stack_height();
        for row in 0..stack {
            let filled = board.row(row);
            if filled == 0 || filled == full {
                return None;
            }
            for (column, cells) in columns.iter_mut().enumerate() {
                *cells |= if filled & 1 << column != 0 { 1 << row } else { 0 };
            }
            for (column, height) in heights.iter_mut().enumerate() {
                *height = if filled & 1 << column != 0 { row as u8 + 1 } else { *height };
            }
            heights_below[row + 1][..16].copy_from_slice(&heights);
        }
        for above in &mut heights_below[stack + 1..(stack + 4).min(ROWS)] {
            above[..16].copy_from_slice(&heights);
        }
        let mut cells = [0; 20];
        cells[..16].copy_from_slice(&columns);
        Some(Self { cells, heights_below })
    }

    /// One above the highest filled cell below `row` in four columns, one byte per column.
    #[inline]
    pub fn heights_below(&self, row: usize, first: u8) -> u32 {
        let (row, first) = (&self.heights_below[row.min(ROWS - 1)], usize::from(first & 15));
        u32::from_le_bytes(row[first..first + 4].try_into().expect("invariant: four columns"))
    }

    /// All columns from `first` on, sixteen of them.
    #[inline]
    pub fn from(&self, first: u8) -> &[u32; 16] {
        // Shapes have four columns at most; saying so again lets the compiler see that the slice is within bounds.
        let first = usize::from(first & 3);
        self.cells[first..first + 16].try_into().expect("invariant: sixteen columns")
    }
}
