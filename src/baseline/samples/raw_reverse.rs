//! The thesis' steps back from a board, with its faults one by one; without any they are the exact reverse moves.

use crate::baseline::Faults;
use crate::game::{Actions, Board, Orientation, Piece, Placement};

/// Boards one step back, by the two kinds that the thesis draws from.
#[derive(Clone, Debug, Default)]
pub(super) struct StepsBack {
    /// One piece taken away.
    pub removals: Vec<Board>,
    /// One or more lines put back and then a piece taken away that touches them all.
    pub line_steps: Vec<Board>,
}

impl StepsBack {
    /// Room for the steps of one board after the other.
    pub fn fill(&mut self, board: &Board, faults: &Faults) {
        self.removals.clear();
        self.line_steps.clear();
        if faults.reverse_is_exact() {
            self.fill_exactly(board, 0);
            return;
        }
        let rows: Vec<u16> = (0..usize::from(board.height())).map(|row| board.row(row)).collect();
        remove_pieces(board, &rows, None, faults, &mut self.removals);
        if rows.last() == Some(&0) {
            // One row above the stack is where the thesis begins, so that its first line floats over an empty row.
            let highest = (board.stack_height() + 1).min(rows.len() - 1);
            for line in (0..=highest).rev() {
                let mut lifted = rows.clone();
                lifted.pop();
                lifted.insert(line, board.size().full_row());
                remove_pieces(board, &lifted, Some(line), faults, &mut self.line_steps);
            }
        }
        if !faults.single_lines {
            self.fill_exactly(board, 2);
        }
    }

    fn fill_exactly(&mut self, board: &Board, fewest_lines: u8) {
        board.for_each_predecessor(4, |before| {
            if before.cleared >= fewest_lines {
                let kind = if before.cleared == 0 { &mut self.removals } else { &mut self.line_steps };
                kind.push(before.board);
            }
        });
    }
}

/// Takes every piece away that lies in the rows and touches the line, and keeps what the faults let pass.
fn remove_pieces(board: &Board, rows: &[u16], line: Option<usize>, faults: &Faults, found: &mut Vec<Board>) {
    let width = board.width();
    for orientation in Orientation::all() {
        let shape = orientation.shape();
        let sticks_out = faults.wrapped_columns && is_wrappable(orientation);
        let twice = faults.doubled_turns && matches!(shape.piece, Piece::S | Piece::Z);
        let height = usize::from(shape.height);
        let lowest = line.map_or(0, |line| (line + 1).saturating_sub(height));
        let highest = line.unwrap_or(rows.len()).min(rows.len().saturating_sub(height));
        for row in lowest..=highest {
            for left in -i16::from(sticks_out)..=i16::from(width - shape.width) {
                let cells = |up: usize| placed_row(shape.row(up as u8), left, width);
                if !(0..height).all(|up| rows[row + up] & cells(up) == cells(up)) {
                    continue;
                }
                let has_anchor =
                    |column: i16| rows.get(row + height).is_some_and(|above| above >> column & 1 == 1);
                if faults.square_anchor && shape.piece == Piece::O && !has_anchor(left) {
                    continue;
                }
                let mut before = rows.to_vec();
                for up in 0..height {
                    before[row + up] &= !cells(up);
                }
                let before = Board::from_rows(board.size(), before);
                if faults.illegal_removals || leads_to(&before, orientation, left, board) {
                    found.push(before);
                    found.extend(twice.then_some(before));
                }
            }
        }
    }
}

/// The cells of a shape's row at a column; what sticks out on the left appears at the right edge.
fn placed_row(cells: u16, left: i16, width: u8) -> u16 {
    if left >= 0 { cells << left } else { cells >> 1 | (cells & 1) << (width - 1) }
}

/// Whether the shape may stick out by a column: the thesis counts cells from one that is not in the first column.
fn is_wrappable(orientation: Orientation) -> bool {
    let shape = orientation.shape();
    (0..shape.height).filter(|row| shape.row(*row) & 1 == 1).count() == 1 && shape.width == 2
}

/// Whether dropping the piece onto the board gives the other one, and the board can have been met in play.
fn leads_to(before: &Board, orientation: Orientation, left: i16, after: &Board) -> bool {
    let Ok(column) = u8::try_from(left) else { return false };
    let full = before.size().full_row();
    if before.filled_rows().any(|row| row == 0 || row == full) {
        return false;
    }
    let mut played = *before;
    let action = Actions::of_width(before.width()).id(Placement { orientation, column });
    action.is_some_and(|action| played.play_action(action).is_ok()) && played == *after
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::{Size, sample_boards};

    fn steps(board: &Board, faults: Faults) -> StepsBack {
        let mut steps = StepsBack::default();
        steps.fill(board, &faults);
        steps
    }

    fn texts(boards: &[Board]) -> BTreeSet<String> {
        boards.iter().map(Board::to_string).collect()
    }

    #[test]
    fn without_faults_the_raw_steps_are_the_exact_ones() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let raw = Faults { single_lines: true, ..Faults::repaired() };
        for (_, start) in sample_boards() {
            let mut board = start;
            for _ in 0..4 {
                let (raw, exact) = (steps(&board, raw), steps(&board, Faults::repaired()));
                assert_eq!(texts(&raw.removals), texts(&exact.removals));
                let mut single = Vec::new();
                board.for_each_predecessor(1, |before| {
                    single.extend((before.cleared == 1).then_some(before.board));
                });
                assert_eq!(texts(&raw.line_steps), texts(&single));
                let all: Vec<Board> = exact.removals.into_iter().chain(exact.line_steps).collect();
                board = all[random.random_range(0..all.len())];
            }
        }
    }

    #[test]
    fn each_fault_shows_on_a_board_made_for_it() {
        let size = Size::STANDARD;
        let one = |fault: fn(&mut Faults)| {
            let mut faults = Faults { single_lines: true, ..Faults::repaired() };
            fault(&mut faults);
            faults
        };
        // A square on the floor can be taken away, but not by the thesis; with a hat on it it is the other way round.
        let square = Board::from_rows(size, [0b11, 0b11]);
        let count = |board: &Board, faults: Faults| steps(board, faults).removals.len();
        assert_eq!(count(&square, one(|_| ())), 1);
        assert_eq!(count(&square, one(|faults| faults.square_anchor = true)), 0);
        let hat = Board::from_rows(size, [0b11, 0b11, 0b1111]);
        let with_anchor = one(|faults| (faults.square_anchor, faults.illegal_removals) = (true, true));
        let without = Board::from_rows(size, [0b11, 0b11, 0b1110]);
        assert_eq!(count(&hat, with_anchor), count(&hat, one(|faults| faults.illegal_removals = true)));
        assert_eq!(
            count(&without, with_anchor) + 1,
            count(&without, one(|faults| faults.illegal_removals = true))
        );
        // Three cells in the first column and one in the last make a T for the thesis.
        let split = Board::from_rows(size, [1, 1 | 1 << 9, 1]);
        assert_eq!(count(&split, one(|_| ())), 0);
        let wrapped = one(|faults| (faults.wrapped_columns, faults.illegal_removals) = (true, true));
        assert_eq!(count(&split, wrapped), 1);
        // S has two turns, both counted twice.
        let snake = Board::from_rows(size, [0b011, 0b110]);
        assert_eq!(count(&snake, one(|_| ())), 1);
        assert_eq!(count(&snake, one(|faults| faults.doubled_turns = true)), 2);
        // Nothing may lie on a piece that is taken away.
        let stack = Board::from_rows(size, [0b1111, 0b1111]);
        assert_eq!(count(&stack, one(|_| ())), 1);
        assert!(count(&stack, one(|faults| faults.illegal_removals = true)) > 1);
    }
}
