//! Rows that cannot rest on each other: which gaps must have held a line.

use super::demand::Demand;
use crate::game::Board;

/// Longest row of a tetromino.
const LONGEST: usize = 4;
/// Longest lowest row of a piece that hangs by an upper row: S and Z.
const LONGEST_HUNG: usize = 2;

/// Adds the demands that follow from what must have held the rows up.
pub(super) fn add_support_demands(board: &Board, demands: &mut Vec<Demand>) {
    let height = board.stack_height();
    let bridged: Vec<bool> = (0..=height).map(|gap| one_line_fits(board, gap)).collect();
    // Where a single line could never have been completed, a gap holds none or at least two.
    let lines = |first: usize, last: usize| if bridged[first..=last].contains(&true) { 1 } else { 2 };
    let mut demand = |first, last| demands.push(Demand { first, last, lines: lines(first, last) });
    for row in 1..height {
        if board.row(row) & board.row(row - 1) == 0 {
            demand(row, row);
        }
        for run in runs(board.row(row)) {
            match run_gaps(board, row, run) {
                0 => {}
                gaps => demand(row, (row + gaps - 1).min(height)),
            }
        }
    }
}

/// How many gaps from the one under `row` upwards must hold a line for this run of the row; 0 if none need.
fn run_gaps(board: &Board, row: usize, run: u16) -> usize {
    let (below, here, above) = (board.row(row - 1), board.row(row), board.row(row + 1));
    if run & below != 0 {
        return if splits(run, below, above) { 0 } else { 2 };
    }
    // Nothing under the run: its first piece hung by an upper row, in one of two ways.
    let mut hooked = false;
    for (near, far) in [(1, 2), (-1, -2)] {
        let (next, second) = (shifted(here, near), shifted(here, far));
        let arch = run & !next & second & above & shifted(above, near) & shifted(above, far);
        if arch != 0 {
            return 0;
        }
        let hook = run & !next & above & shifted(above, near);
        let top = board.row(row + 2);
        if hook & top & shifted(top, near) != 0 {
            return 0;
        }
        hooked |= hook != 0;
    }
    if hooked { 3 } else { 2 }
}

/// Whether a gap that holds exactly one line could have had that line completed.
fn one_line_fits(board: &Board, gap: usize) -> bool {
    gap == 0 || splits(board.size().full_row(), board.row(gap - 1), board.row(gap))
}

/// Whether the run splits into rows of pieces that are held from below or hang by something above.
fn splits(run: u16, below: u16, above: u16) -> bool {
    let (first, end) = (run.trailing_zeros() as usize, 16 - run.leading_zeros() as usize);
    // Bit c: the columns of the run before c can be split.
    let mut reached = 1_u32 << first;
    for start in first..end {
        if reached >> start & 1 == 0 {
            continue;
        }
        for length in 1..=LONGEST.min(end - start) {
            let piece = (((1_u32 << length) - 1) << start) as u16;
            if piece & below != 0 || (length <= LONGEST_HUNG && piece & above != 0) {
                reached |= 1 << (start + length);
            }
        }
    }
    reached >> end & 1 == 1
}

/// The maximal runs of filled cells of a row.
fn runs(row: u16) -> impl Iterator<Item = u16> {
    let mut left = u32::from(row);
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let lowest = left & left.wrapping_neg();
            let run = left & !(left + lowest);
            left &= !run;
            run as u16
        })
    })
}

/// Bit `c` of the result is bit `c + by` of the row.
fn shifted(row: u16, by: i32) -> u16 {
    if by >= 0 { row >> by } else { row << -by }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_maximal() {
        assert_eq!(runs(0b1011_0111).collect::<Vec<_>>(), [0b111, 0b11_0000, 0b1000_0000]);
        assert_eq!(runs(0xFFFF).collect::<Vec<_>>(), [0xFFFF]);
        assert_eq!(runs(0).count(), 0);
    }

    #[test]
    fn a_line_needs_something_under_every_piece() {
        assert!(splits(0b11_1111_1111, 0b01_0001_0001, 0));
        assert!(!splits(0b11_1111_1111, 0b00_0000_0011, 0b10_0000_0000));
        assert!(splits(0b1111, 0b1, 0));
        assert!(!splits(0b1_1111, 0b1, 0));
        assert!(splits(0b1_1111, 0b1, 0b1_0000));
    }
}
