//! The thesis' steps back from a board, with its faults one by one; without any they are the exact reverse moves.

use crate::baseline::Faults;
use tetreach::game::{Actions, Board, Orientation, Piece, Placement};

/// Steps back from one board, by the two kinds that the thesis draws from.
#[derive(Clone, Debug, Default)]
pub(super) struct StepsBack {
    /// One piece taken away.
    pub removals: Vec<StepBack>,
    /// One or more lines put back and then a piece taken away that touches them all.
    pub line_steps: Vec<StepBack>,
}

/// One step back; most are never drawn, so the board before it is made on demand.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepBack {
    /// An exact reverse move, with the board before it.
    Exact(Board),
    /// A piece found by the thesis' rules.
    Raw(RawRemoval),
}

/// Where a piece is taken away, after a full row was put in at `line`.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawRemoval {
    line: Option<u8>,
    orientation: Orientation,
    row: u8,
    /// The column of the piece's left edge; -1 if it sticks out.
    left: i8,
}

impl StepBack {
    /// The board before the step that led to `after`.
    pub fn before(&self, after: &Board) -> Board {
        match self {
            StepBack::Exact(board) => *board,
            StepBack::Raw(removal) => removal.before(after),
        }
    }
}

impl StepsBack {
    /// Lists the steps back from a board.
    pub fn fill(&mut self, board: &Board, faults: &Faults) {
        self.removals.clear();
        self.line_steps.clear();
        if faults.reverse_is_exact() {
            self.fill_exactly(board, 0);
            return;
        }
        let rows = rows_of(board);
        find_pieces(board, &rows, None, faults, &mut self.removals);
        if rows.last() == Some(&0) {
            // One row above the stack is where the thesis begins, so that its first line floats over an empty row.
            let highest = (board.stack_height() + 1).min(rows.len() - 1);
            for line in (0..=highest).rev() {
                let lifted = with_line(board, line);
                find_pieces(board, &lifted, Some(line), faults, &mut self.line_steps);
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
                kind.push(StepBack::Exact(before.board));
            }
        });
    }
}

fn rows_of(board: &Board) -> Vec<u16> {
    (0..usize::from(board.height())).map(|row| board.row(row)).collect()
}

/// The rows with a full one put in, everything above it lifted.
fn with_line(board: &Board, line: usize) -> Vec<u16> {
    let mut rows = rows_of(board);
    rows.pop();
    rows.insert(line, board.size().full_row());
    rows
}

/// Finds every piece that lies in the rows and touches the line, as far as the faults let it pass.
fn find_pieces(board: &Board, rows: &[u16], line: Option<usize>, faults: &Faults, found: &mut Vec<StepBack>) {
    let width = board.width();
    for orientation in Orientation::all() {
        let shape = orientation.shape();
        let sticks_out = faults.wrapped_columns && is_wrappable(orientation);
        let twice = faults.doubled_turns && matches!(shape.piece, Piece::S | Piece::Z);
        let height = usize::from(shape.height);
        let lowest = line.map_or(0, |line| (line + 1).saturating_sub(height));
        let highest = line.unwrap_or(rows.len()).min(rows.len().saturating_sub(height));
        for row in lowest..=highest {
            // Bit `c`: all cells of the piece are filled if its left edge is in column `c`.
            let mut lefts = u16::MAX >> (16 - u16::from(width - shape.width + 1));
            for up in 0..height {
                let cells = shape.row(up as u8);
                for offset in (0..shape.width).filter(|offset| cells >> offset & 1 == 1) {
                    lefts &= rows[row + up] >> offset;
                }
            }
            if faults.square_anchor && shape.piece == Piece::O {
                lefts &= rows.get(row + height).copied().unwrap_or(0);
            }
            let wrapped = sticks_out
                && (0..height).all(|up| {
                    let cells = placed_row(shape.row(up as u8), -1, width);
                    rows[row + up] & cells == cells
                });
            let lefts = (0..16).filter(|left| lefts >> left & 1 == 1);
            for left in wrapped.then_some(-1).into_iter().chain(lefts) {
                let line = line.map(|line| line as u8);
                let removal = RawRemoval { line, orientation, row: row as u8, left };
                if faults.illegal_removals || removal.is_legal(board) {
                    found.push(StepBack::Raw(removal));
                    found.extend(twice.then_some(StepBack::Raw(removal)));
                }
            }
        }
    }
}

impl RawRemoval {
    fn before(&self, after: &Board) -> Board {
        let mut rows = self.line.map_or_else(|| rows_of(after), |line| with_line(after, usize::from(line)));
        let shape = self.orientation.shape();
        for up in 0..shape.height {
            rows[usize::from(self.row + up)] &= !placed_row(shape.row(up), self.left, after.width());
        }
        Board::from_rows(after.size(), rows)
    }

    /// Whether dropping the piece again gives the board, and the board before it can have been met in play.
    fn is_legal(&self, after: &Board) -> bool {
        let Ok(column) = u8::try_from(self.left) else { return false };
        let mut board = self.before(after);
        let full = board.size().full_row();
        if board.filled_rows().any(|row| row == 0 || row == full) {
            return false;
        }
        let placement = Placement { orientation: self.orientation, column };
        let action = Actions::of_width(board.width()).id(placement);
        action.is_some_and(|action| board.play_action(action).is_ok()) && board == *after
    }
}

/// The cells of a shape's row at a column; what sticks out on the left appears at the right edge.
fn placed_row(cells: u16, left: i8, width: u8) -> u16 {
    if left >= 0 { cells << left } else { cells >> 1 | (cells & 1) << (width - 1) }
}

/// Whether the shape may stick out by a column: the thesis counts cells from one that is not in the first column.
fn is_wrappable(orientation: Orientation) -> bool {
    let shape = orientation.shape();
    (0..shape.height).filter(|row| shape.row(*row) & 1 == 1).count() == 1 && shape.width == 2
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use tetreach::game::{Size, sample_boards};

    fn steps(board: &Board, faults: Faults) -> StepsBack {
        let mut steps = StepsBack::default();
        steps.fill(board, &faults);
        steps
    }

    fn texts(steps: &[StepBack], after: &Board) -> BTreeSet<String> {
        steps.iter().map(|step| step.before(after).to_string()).collect()
    }

    #[test]
    fn without_faults_the_raw_steps_are_the_exact_ones() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let raw = Faults { single_lines: true, ..Faults::repaired() };
        for (_, start) in sample_boards() {
            let mut board = start;
            for _ in 0..4 {
                let (raw, exact) = (steps(&board, raw), steps(&board, Faults::repaired()));
                assert_eq!(texts(&raw.removals, &board), texts(&exact.removals, &board));
                let mut single = BTreeSet::new();
                board.for_each_predecessor(1, |before| {
                    single.extend((before.cleared == 1).then(|| before.board.to_string()));
                });
                assert_eq!(texts(&raw.line_steps, &board), single);
                let all: Vec<StepBack> = exact.removals.into_iter().chain(exact.line_steps).collect();
                board = all[random.random_range(0..all.len())].before(&board);
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
        let count = |board: &Board, faults: Faults| steps(board, faults).removals.len();
        // A square on the floor can be taken away, but not by the thesis, unless something lies on its left half.
        let square = Board::from_rows(size, [0b11, 0b11]);
        assert_eq!(count(&square, one(|_| ())), 1);
        assert_eq!(count(&square, one(|faults| faults.square_anchor = true)), 0);
        let (hat, bare) = (Board::from_rows(size, [3, 3, 0b1101]), Board::from_rows(size, [3, 3, 0b1110]));
        let illegal = one(|faults| faults.illegal_removals = true);
        let with_anchor = one(|faults| (faults.square_anchor, faults.illegal_removals) = (true, true));
        assert_eq!(count(&hat, with_anchor), count(&hat, illegal));
        assert_eq!(count(&bare, with_anchor) + 1, count(&bare, illegal));
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
        assert!(count(&stack, one(|_| ())) < count(&stack, illegal));
    }
}
