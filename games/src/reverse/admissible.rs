//! Which boards can be reached at all, as far as counting tells.

use crate::board::Board;

/// Why a board can never be reached from the empty one.
///
/// ```
/// use tetreach_games::{Board, Inadmissible, Size};
///
/// let odd = Board::from_text("###.......", Size::STANDARD)?;
/// assert!(matches!(odd.check_admissible(), Err(Inadmissible::WrongCellCount { .. })));
///
/// // Two cells are what is left of three pieces after one row has vanished.
/// let two = Board::from_text("##........", Size::STANDARD)?;
/// assert_eq!(two.check_admissible(), Ok(()));
/// assert_eq!((two.fewest_clears(), two.counting_bound()), (1, 3));
/// # Ok::<(), tetreach_games::BoardTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inadmissible {
    /// A full row would have vanished.
    #[error("row {row} (counted from the bottom, 1 is the lowest) is full, and full rows vanish")]
    FullRow {
        /// Counted from 1.
        row: usize,
    },
    /// Nothing can hang over an empty row.
    #[error("row {row} (counted from the bottom, 1 is the lowest) is empty but something lies above it")]
    FloatingRow {
        /// Counted from 1.
        row: usize,
    },
    /// Pieces bring four cells and rows take `width` away.
    #[error(
        "it has {cells} filled cells, but {width} columns allow only multiples of {divisor}: \
         every piece adds 4 cells and every cleared row takes {width}"
    )]
    WrongCellCount {
        /// Filled cells.
        cells: u32,
        /// Columns.
        width: u8,
        /// Greatest common divisor of 4 and the width.
        divisor: u32,
    },
    /// The topmost row is reached after the last clear, by whole pieces.
    #[error(
        "its cells in row {row}, the topmost of the board, were placed after the last row vanished, \
         but they do not belong to whole pieces that can be lifted off"
    )]
    BrokenTopRow {
        /// Counted from 1.
        row: usize,
    },
    /// The last move left a piece on the board or cleared rows, and neither can be undone.
    #[error("no placement on any board leads to it: no piece can have been placed last")]
    NoPredecessor,
}

impl Board {
    /// Checks the conditions that every reachable board meets; they are cheap and necessary.
    pub fn check_admissible(&self) -> Result<(), Inadmissible> {
        let full = self.size().full_row();
        for (index, row) in self.filled_rows().enumerate() {
            if row == full {
                return Err(Inadmissible::FullRow { row: index + 1 });
            }
            if row == 0 {
                return Err(Inadmissible::FloatingRow { row: index + 1 });
            }
        }
        let (cells, divisor) = (self.cells(), cell_divisor(self.width()));
        if !cells.is_multiple_of(divisor) {
            return Err(Inadmissible::WrongCellCount { cells, width: self.width(), divisor });
        }
        if !self.top_row_may_be_whole() {
            return Err(Inadmissible::BrokenTopRow { row: self.stack_height() });
        }
        if !self.is_empty() && !self.has_predecessor() {
            return Err(Inadmissible::NoPredecessor);
        }
        Ok(())
    }

    /// The fewest rows that must be cleared on the way here, by counting cells alone.
    pub fn fewest_clears(&self) -> u32 {
        (0..4).find(|k| (self.cells() + u32::from(self.width()) * k).is_multiple_of(4)).unwrap_or(0)
    }

    /// The number of pieces that leads here if `cleared` rows vanish on the way.
    pub fn pieces_with_clears(&self, cleared: u32) -> u32 {
        (self.cells() + u32::from(self.width()) * cleared) / 4
    }

    /// A lower bound on the pieces that lead here from the empty board, by counting cells alone.
    pub fn counting_bound(&self) -> u32 {
        self.pieces_with_clears(self.fewest_clears())
    }
}

/// Cells of every reachable board are a multiple of this: the greatest common divisor of 4 and the width.
pub fn cell_divisor(width: u8) -> u32 {
    1 << width.trailing_zeros().min(2)
}
