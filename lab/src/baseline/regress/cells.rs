//! Boards as lists of their filled cells, the inputs that are not zero.

use crate::baseline::samples::BoardSample;
use tetreach::game::Board;

/// Calls `visit` with the number of every filled cell: row by row from the bottom, columns from the left.
#[inline]
pub(super) fn for_each_cell(board: &Board, mut visit: impl FnMut(usize)) {
    let width = usize::from(board.width());
    for (row, cells) in board.filled_rows().enumerate() {
        let mut left = cells;
        while left != 0 {
            visit(row * width + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Cells of a board.
pub(super) fn cell_count(board: &Board) -> usize {
    usize::from(board.width()) * usize::from(board.height())
}

/// The filled cells of many boards one after the other, with their labels.
#[derive(Clone, Debug)]
pub(super) struct CellTable {
    ends: Vec<u32>,
    cells: Vec<u16>,
    /// The scores.
    pub labels: Vec<f32>,
}

impl CellTable {
    /// The table of these samples.
    pub fn new(samples: &[BoardSample]) -> Self {
        let mut table = Self { ends: Vec::new(), cells: Vec::new(), labels: Vec::new() };
        for sample in samples {
            for_each_cell(&sample.board, |cell| table.cells.push(cell as u16));
            table.ends.push(table.cells.len() as u32);
            table.labels.push(sample.score as f32);
        }
        table
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// The filled cells of a sample.
    #[inline]
    pub fn cells(&self, index: usize) -> &[u16] {
        let from = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.cells[from as usize..self.ends[index] as usize]
    }
}
