//! What must have held each row up, as rules on the numbers of lines in the gaps around it.
//!
//! A piece that landed was held by a cell directly under one of its own. It is *held from below* if that is its
//! lowest row, and *hangs* if it is an upper one. A piece hangs only if an upper row of it sticks out sideways
//! over something; going through the 19 orientations, its lowest row then has one cell (J, L or T upside down, T, S
//! or Z upright, or a hook: J or L upright with the long side down) or two (S, Z lying), and in the row above there
//! are two neighbouring filled cells, one over the lowest row's end and one beside it.

use crate::game::Board;

/// Longest row of a tetromino.
const LONGEST: usize = 4;

/// Which numbers of lines in the three gaps from the one under a row upwards agree with what held the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowRule {
    /// Without a line under it the row's first piece cannot have been held.
    needs_line_under: bool,
    /// What else is needed if no line lay under the row.
    hanging: Hanging,
}

/// Combinations of lines over a row that let all its runs be held although no line lay under it.
///
/// From easy to hard, each one implies those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hanging {
    /// Any.
    Free,
    /// A line in one of the two gaps over the row.
    LineInNextTwo,
    /// A line in the gap over the row.
    LineOver,
    /// Two lines in the gap over the row.
    TwoLinesOver,
}

impl RowRule {
    /// The rule of row `row`; the floor holds the lowest row in any case.
    pub(super) fn of(board: &Board, row: usize) -> Self {
        if row == 0 {
            return Self { needs_line_under: false, hanging: Hanging::Free };
        }
        let hanging = runs(board.row(row)).map(|run| Hanging::of(board, row, run)).max();
        Self {
            needs_line_under: board.row(row) & board.row(row - 1) == 0,
            hanging: hanging.unwrap_or(Hanging::Free),
        }
    }

    /// Whether the row can have been built with these numbers of lines in the gap under it and in the two gaps over it.
    pub(super) fn allows(self, under: usize, over: usize, second_over: usize) -> bool {
        if under > 0 {
            return true;
        }
        let held = match self.hanging {
            Hanging::Free => true,
            Hanging::LineInNextTwo => over + second_over > 0,
            Hanging::LineOver => over > 0,
            Hanging::TwoLinesOver => over > 1,
        };
        held && !self.needs_line_under
    }

    /// How many gaps, from the one under the row upwards, must hold a line between them; 0 if none need.
    pub(super) fn gaps(self) -> usize {
        match self.hanging {
            _ if self.needs_line_under => 1,
            Hanging::Free => 0,
            Hanging::LineInNextTwo => 3,
            Hanging::LineOver | Hanging::TwoLinesOver => 2,
        }
    }
}

impl Hanging {
    /// What one run of the row needs.
    fn of(board: &Board, row: usize, run: u16) -> Self {
        let (below, here, above) = (board.row(row - 1), board.row(row), board.row(row + 1));
        if run & below != 0 {
            return if splits(run, below, above) { Hanging::Free } else { Hanging::LineOver };
        }
        // Nothing is under the run, so its first piece hung: as an arch, J or L upside down over one empty cell and
        // onto the next run of the same row, or as a hook onto a cell of the row above beside it.
        let (mut arch, mut hook, mut pair) = (false, false, false);
        for (near, far) in [(1, 2), (-1, -2)] {
            let arches = run & !shifted(here, near) & shifted(here, far);
            if arches & above & shifted(above, near) & shifted(above, far) != 0 {
                return Hanging::Free;
            }
            let pairs = run & above & shifted(above, near);
            let hooks = pairs & !shifted(here, near);
            let top = board.row(row + 2);
            if hooks & top & shifted(top, near) != 0 {
                return Hanging::Free;
            }
            arch |= arches != 0;
            hook |= hooks != 0;
            pair |= pairs != 0;
        }
        match (hook, arch || pair) {
            (true, _) => Hanging::LineInNextTwo,
            (false, true) => Hanging::LineOver,
            (false, false) => Hanging::TwoLinesOver,
        }
    }
}

/// Whether a gap that holds exactly one line could have had that line completed.
pub(super) fn one_line_fits(board: &Board, gap: usize) -> bool {
    gap == 0 || splits(board.size().full_row(), board.row(gap - 1), board.row(gap))
}

/// Whether the run splits into lowest rows of pieces that are held from below or hang by the row above.
fn splits(run: u16, below: u16, above: u16) -> bool {
    let (first, end) = (run.trailing_zeros() as usize, 16 - run.leading_zeros() as usize);
    let (below, above) = (u32::from(below), u32::from(above));
    // Cells of the row above with a neighbour to the right, and with one to the left.
    let (to_right, to_left) = (above & above >> 1, above & above << 1);
    // Bit c: the columns of the run before c can be split.
    let mut reached = 1_u32 << first;
    for start in first..end {
        if reached >> start & 1 == 0 {
            continue;
        }
        for length in 1..=LONGEST.min(end - start) {
            let piece = ((1_u32 << length) - 1) << start;
            let hangs = match length {
                1 => (to_right | to_left) >> start & 1 == 1,
                2 => to_left >> start & 1 == 1 || to_right >> (start + 1) & 1 == 1,
                _ => false,
            };
            if piece & below != 0 || hangs {
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
        assert!(!splits(0b1_1111, 0b1, 0b1_0000), "a lone cell above cannot hold a piece");
        assert!(splits(0b1_1111, 0b1, 0b1_1000));
    }
}
