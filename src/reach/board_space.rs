//! The space of boards.

use rand::{Rng, RngExt};
use tetreach_agents::Space;

use crate::game::{Board, Size};

/// All boards of one size, reachable or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSpace {
    /// Columns and rows.
    pub size: Size,
}

impl BoardSpace {
    /// The shape of the cells as an array: rows, columns.
    pub fn shape(&self) -> [usize; 2] {
        [usize::from(self.size.height()), usize::from(self.size.width())]
    }
}

impl Space for BoardSpace {
    type Item = Board;

    fn contains(&self, board: &Board) -> bool {
        board.size() == self.size
    }

    /// Every cell is filled with probability 1/2.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Board {
        Board::from_rows(self.size, std::iter::repeat_with(|| rng.random()).take(self.shape()[0]))
    }
}
