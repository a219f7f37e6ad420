//! Neighbouring rows of the unfolded stack.

use crate::game::Board;

/// A row of the unfolded stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackRow {
    /// Its cells, all of them if it vanishes.
    pub cells: u16,
    /// Whether it is a line that vanishes; otherwise it is a row of the final board.
    pub vanishes: bool,
}

/// The rows around neighbouring gaps, with a number of lines in each of the gaps.
///
/// Gap `i` lies directly under row `i` of the final board; the gap above the top row is the last one. The window of
/// the gaps `first..=last` holds their lines and the final rows from the one under `first` to the one over `last`.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::solve::bound::unfolded::StackWindow;
///
/// let board = Board::from_rows(Size::STANDARD, [0b11, 0b110]);
/// let window = StackWindow::around(&board, 1, &[2]);
/// assert_eq!(window.rows().len(), 4, "two final rows and two lines between them");
/// assert!(!window.has_floor() && !window.has_sky());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackWindow {
    width: usize,
    rows: Vec<StackRow>,
    has_floor: bool,
    has_sky: bool,
}

impl StackWindow {
    /// The rows around the gaps from `first` on, with these numbers of lines in them.
    pub fn around(board: &Board, first: usize, lines: &[u8]) -> Self {
        let height = board.stack_height();
        let kept = |row: usize| StackRow { cells: board.row(row), vanishes: false };
        let line = StackRow { cells: board.size().full_row(), vanishes: true };
        let mut rows: Vec<StackRow> = first.checked_sub(1).map(kept).into_iter().collect();
        for (gap, &count) in (first..).zip(lines) {
            rows.extend(std::iter::repeat_n(line, usize::from(count)));
            rows.extend((gap < height).then(|| kept(gap)));
        }
        let has_sky = first + lines.len() > height;
        Self { width: usize::from(board.width()), rows, has_floor: first == 0, has_sky }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows, lowest first.
    pub fn rows(&self) -> &[StackRow] {
        &self.rows
    }

    /// Number of cells.
    pub fn cells(&self) -> u32 {
        self.rows.iter().map(|row| row.cells.count_ones()).sum()
    }

    /// Whether the floor lies under the lowest row; otherwise pieces may reach below it and are held there.
    pub fn has_floor(&self) -> bool {
        self.has_floor
    }

    /// Whether nothing ever lay over the highest row; otherwise pieces may reach above it and hang there.
    pub fn has_sky(&self) -> bool {
        self.has_sky
    }

    /// Whether a cell is filled, for good or until its line vanishes.
    pub fn is_filled(&self, row: usize, column: usize) -> bool {
        self.rows[row].cells >> column & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn the_whole_stack_has_floor_and_sky() {
        let board = Board::from_rows(Size::new(4, 8).unwrap(), [0b11, 0b110]);
        let window = StackWindow::around(&board, 0, &[1, 0, 1]);
        let cells: Vec<u16> = window.rows().iter().map(|row| row.cells).collect();
        assert_eq!(cells, [0b1111, 0b11, 0b110, 0b1111]);
        assert!(window.has_floor() && window.has_sky());
        assert!(window.is_filled(1, 0) && !window.is_filled(2, 0));
    }

    #[test]
    fn a_window_inside_is_cut_at_both_ends() {
        let board = Board::from_rows(Size::new(4, 8).unwrap(), [1, 2, 4, 8]);
        let window = StackWindow::around(&board, 1, &[0, 2]);
        let vanishing: Vec<bool> = window.rows().iter().map(|row| row.vanishes).collect();
        assert_eq!(vanishing, [false, false, true, true, false]);
        assert!(!window.has_floor() && !window.has_sky());
    }
}
