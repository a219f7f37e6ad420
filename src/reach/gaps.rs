//! The cells that are missing from a goal, and whether pieces can fill them while no row vanishes.

use super::forced::fill_forced;
use crate::game::{Board, Size};

type Rows = [u16; Size::MAX_HEIGHT as usize];

/// The cells that pieces must fill to make `to` of `from` while no row vanishes.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    rows: Rows,
    height: usize,
}

impl Gaps {
    /// `None` if something is filled that must stay empty, or missing under what is filled, where no drop gets.
    pub fn between(from: &Board, to: &Board) -> Option<Self> {
        let mut gaps = Gaps { rows: [0; Size::MAX_HEIGHT as usize], height: 0 };
        let mut covered = 0;
        for row in (0..usize::from(from.height())).rev() {
            let (there, wanted) = (from.row(row), to.row(row));
            let missing = wanted & !there;
            if there & !wanted != 0 || missing & covered != 0 {
                return None;
            }
            covered |= there;
            gaps.rows[row] = missing;
            if missing != 0 {
                gaps.height = gaps.height.max(row + 1);
            }
        }
        Some(gaps)
    }

    /// The missing cells of each row, bottom row first, up to the highest row with any.
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.height]
    }

    /// Whether the missing cells hang together in groups of a multiple of four, since every piece fills four that hang
    /// together.
    ///
    /// Groups of another size are what most mistakes of a policy come down to: whether a piece leaves one is a matter
    /// of counting along a region of any shape, which convolutions are bad at.
    pub fn are_groups_of_fours(mut self) -> bool {
        are_groups_of_fours(&mut self.rows[..self.height])
    }

    /// Whether nothing simple keeps pieces from filling the gaps in `target`: they are groups of fours, and stay so
    /// when every piece that is forced has been put in.
    pub fn may_be_filled(mut self, target: &Board) -> bool {
        self.are_groups_of_fours()
            && fill_forced(&mut self.rows[..self.height], target)
            && self.are_groups_of_fours()
    }
}

/// Takes group after group away until nothing is left, or one that is no multiple of four.
fn are_groups_of_fours(cells: &mut [u16]) -> bool {
    let mut first = 0;
    while first < cells.len() {
        let row = cells[first];
        if row == 0 {
            first += 1;
            continue;
        }
        if !take_group(cells, first, row & row.wrapping_neg()).is_multiple_of(4) {
            return false;
        }
    }
    true
}

/// Removes all cells that hang together with those of `seed` in `row`, the lowest row with cells, and counts them.
fn take_group(cells: &mut [u16], row: usize, seed: u16) -> u32 {
    let mut group: Rows = [0; Size::MAX_HEIGHT as usize];
    group[row] = along(seed, cells[row]);
    let mut highest = row;
    // Up and down in turns, until a way in one direction finds nothing new.
    loop {
        let mut has_grown = false;
        for at in row + 1..cells.len() {
            let grown = along((group[at] | group[at - 1]) & cells[at], cells[at]);
            if grown == 0 {
                break;
            }
            has_grown |= grown != group[at];
            group[at] = grown;
            highest = highest.max(at);
        }
        if !has_grown {
            break;
        }
        has_grown = false;
        for at in (row..highest).rev() {
            let grown = along((group[at] | group[at + 1]) & cells[at], cells[at]);
            has_grown |= grown != group[at];
            group[at] = grown;
        }
        if !has_grown {
            break;
        }
    }
    let taken = row..highest + 1;
    cells[taken.clone()].iter_mut().zip(&group[taken]).fold(0, |count, (cells, group)| {
        *cells &= !group;
        count + group.count_ones()
    })
}

/// All cells of a row that hang together with some of them.
fn along(mut some: u16, row: u16) -> u16 {
    loop {
        let more = (some | some << 1 | some >> 1) & row;
        if more == some {
            return some;
        }
        some = more;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// The sizes of the groups, cell by cell.
    fn sizes_of_groups(rows: &[u16]) -> Vec<usize> {
        let mut open: Vec<(usize, usize)> = (0..rows.len())
            .flat_map(|row| (0..16).map(move |column| (row, column)))
            .filter(|(row, column)| rows[*row] >> column & 1 == 1)
            .collect();
        let mut sizes = Vec::new();
        while let Some(start) = open.pop() {
            let mut group = vec![start];
            let mut next = 0;
            while next < group.len() {
                let (row, column) = group[next];
                let beside = |cell: &(usize, usize)| cell.0.abs_diff(row) + cell.1.abs_diff(column) == 1;
                while let Some(found) = open.iter().position(beside) {
                    group.push(open.swap_remove(found));
                }
                next += 1;
            }
            sizes.push(group.len());
        }
        sizes
    }

    #[test]
    fn groups_are_those_that_are_found_cell_by_cell() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut all_fours = 0;
        for round in 0..40_000 {
            let height = 1 + round % 6;
            let rows: Vec<u16> =
                (0..height).map(|_| (rng.random::<u16>() | rng.random::<u16>()) & 0x1f).collect();
            let expected = sizes_of_groups(&rows).iter().all(|size| size.is_multiple_of(4));
            assert_eq!(are_groups_of_fours(&mut rows.clone()), expected, "{rows:?}");
            all_fours += usize::from(expected && rows.iter().any(|row| *row != 0));
        }
        assert!(all_fours > 100, "{all_fours}");
    }

    #[test]
    fn a_snake_is_one_group() {
        // Up, over, down, over, up: no single sweep finds all of it.
        let mut snake = [0b0_1110_1110, 0b1010_1010, 0b1010_1010, 0b1011_1011];
        let cells: u32 = snake.iter().map(|row: &u16| row.count_ones()).sum();
        let first = snake[0] & snake[0].wrapping_neg();
        let expected = sizes_of_groups(&snake);
        assert_eq!(take_group(&mut snake, 0, first) as usize, *expected.iter().max().unwrap());
        assert_eq!(expected.iter().sum::<usize>(), cells as usize);
    }

    #[test]
    fn what_is_covered_or_too_much_needs_clears() {
        let board = |rows: &[u16]| Board::from_rows(Size::STANDARD, rows.iter().copied());
        let can_fill =
            |from: &Board, to: &Board| Gaps::between(from, to).is_some_and(Gaps::are_groups_of_fours);
        let goal = board(&[0b1111, 0b1111]);
        assert!(can_fill(&board(&[]), &goal));
        assert!(can_fill(&board(&[0b11, 0b11]), &goal));
        // A wall in the middle leaves groups of two and two.
        assert!(!can_fill(&board(&[0b0110, 0b0110]), &goal));
        assert!(!can_fill(&board(&[0b0111, 0b1000]), &goal));
        assert!(!can_fill(&board(&[0b11110]), &goal));
    }
}
