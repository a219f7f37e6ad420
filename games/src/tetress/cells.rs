//! Sets of cells of the torus.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

use super::coordinate::Coordinate;

/// Rows, and columns, of the torus.
pub const SIDE: usize = 11;

/// The number of cells.
pub const CELL_COUNT: usize = SIDE * SIDE;

pub(super) const FULL: u128 = (1 << CELL_COUNT) - 1;
const ROW: u128 = (1 << SIDE) - 1;
/// The lowest `n` columns at place `n`.
const LEFT: [u128; SIDE] = {
    let mut masks = [0; SIDE];
    let mut n = 0;
    while n < SIDE {
        let mut row = 0;
        while row < SIDE {
            masks[n] |= ((1 << n) - 1) << (row * SIDE);
            row += 1;
        }
        n += 1;
    }
    masks
};

/// A set of cells: bit `row * 11 + column` of one number.
///
/// ```
/// use tetreach_games::tetress::{Cells, Coordinate};
///
/// let corner = Cells::from_iter([Coordinate::wrapped(0, 0)]);
/// let around: Vec<String> = corner.neighbours().iter().map(|cell| cell.to_string()).collect();
/// assert_eq!(around, ["0-1", "0-10", "1-0", "10-0"]);
/// assert_eq!((!corner).len(), 120);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u128", into = "u128")]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const EMPTY: Cells = Cells(0);

    /// All cells.
    pub const ALL: Cells = Cells(FULL);

    /// The set with these bits; bits beyond the torus are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Cells(bits & FULL)
    }

    /// The set as bits.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The number of cells.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Coordinate) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Coordinate) {
        self.0 |= 1 << cell.index();
    }

    /// Takes the cells of the other set away.
    pub const fn without(self, other: Cells) -> Self {
        Cells(self.0 & !other.0)
    }

    /// Whether the sets share a cell.
    pub const fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// The cells, row by row.
    pub fn iter(self) -> impl Iterator<Item = Coordinate> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = Coordinate::new(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(cell)
        })
    }

    /// The set moved up by `rows` and to the left by `columns`, both less than 11, around the torus.
    #[inline]
    pub const fn moved(self, rows: usize, columns: usize) -> Self {
        let up = (self.0 >> (SIDE * rows) | self.0 << (CELL_COUNT - SIDE * rows)) & FULL;
        let low = LEFT[columns];
        Cells((up & !low) >> columns | (up & low) << (SIDE - columns))
    }

    /// The cells next to one of the set, in a row or column; cells of the set are among them if they touch another.
    #[inline]
    pub const fn neighbours(self) -> Self {
        Cells(self.moved(1, 0).0 | self.moved(10, 0).0 | self.moved(0, 1).0 | self.moved(0, 10).0)
    }

    /// The rows and columns of which every cell is in the set.
    #[inline]
    pub const fn full_lines(self) -> Self {
        let (mut columns, mut lines, mut row) = (ROW, 0, 0);
        while row < SIDE {
            let line = self.0 >> (SIDE * row) & ROW;
            columns &= line;
            if line == ROW {
                lines |= ROW << (SIDE * row);
            }
            row += 1;
        }
        while columns != 0 {
            lines |= LEFT[1] << columns.trailing_zeros();
            columns &= columns - 1;
        }
        Cells(lines)
    }

    /// The connected parts of the set, each once.
    pub fn regions(self) -> impl Iterator<Item = Cells> {
        let mut left = self;
        std::iter::from_fn(move || {
            let mut region = Cells(left.0 & left.0.wrapping_neg());
            if region.is_empty() {
                return None;
            }
            loop {
                let grown = (region | region.neighbours()) & left;
                if grown == region {
                    break;
                }
                region = grown;
            }
            left = left.without(region);
            Some(region)
        })
    }
}

impl TryFrom<u128> for Cells {
    type Error = &'static str;

    fn try_from(bits: u128) -> Result<Self, Self::Error> {
        if bits & !FULL == 0 { Ok(Cells(bits)) } else { Err("expected bits of 121 cells") }
    }
}

impl From<Cells> for u128 {
    fn from(cells: Cells) -> u128 {
        cells.0
    }
}

impl BitAnd for Cells {
    type Output = Cells;

    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Cells;

    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl Not for Cells {
    type Output = Cells;

    fn not(self) -> Cells {
        Cells(!self.0 & FULL)
    }
}

impl FromIterator<Coordinate> for Cells {
    fn from_iter<I: IntoIterator<Item = Coordinate>>(cells: I) -> Self {
        let mut set = Cells::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| format!("{cell}"))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets() -> impl Strategy<Value = Cells> {
        (any::<u128>(), any::<u128>(), any::<bool>())
            .prop_map(|(a, b, dense)| Cells::from_bits(if dense { a | b } else { a & b }))
    }

    proptest! {
        #[test]
        fn sets_move_cell_by_cell(set in sets(), rows in 0_usize..11, columns in 0_usize..11) {
            let moved = set.iter().map(|cell| {
                Coordinate::wrapped(cell.row() + SIDE - rows, cell.column() + SIDE - columns)
            });
            prop_assert_eq!(set.moved(rows, columns), moved.collect());
            let around = set.iter().flat_map(Coordinate::neighbours).collect();
            prop_assert_eq!(set.neighbours(), around);
        }

        #[test]
        fn regions_are_disjoint_connected_and_closed(set in sets()) {
            let mut union = Cells::EMPTY;
            for region in set.regions() {
                prop_assert!(!union.meets(region) && !region.is_empty());
                prop_assert!(!set.without(region).meets(region.neighbours()));
                // Walks from one cell to all of the region.
                let mut seen = vec![region.iter().next().unwrap()];
                let mut next = 0;
                while let Some(cell) = seen.get(next).copied() {
                    let new = cell.neighbours().into_iter().filter(|to| region.contains(*to));
                    let new: Vec<_> = new.filter(|to| !seen.contains(to)).collect();
                    new.into_iter().for_each(|to| if !seen.contains(&to) { seen.push(to) });
                    next += 1;
                }
                prop_assert_eq!(seen.len(), region.len());
                union = union | region;
            }
            prop_assert_eq!(union, set);
        }

        #[test]
        fn full_lines_are_those_without_a_gap(set in sets(), row in 0_usize..11, column in 0_usize..11) {
            let line = Coordinate::all().filter(|cell| cell.row() == row || cell.column() == column);
            let set = set | line.collect();
            let full = |in_line: &dyn Fn(Coordinate) -> bool| {
                Coordinate::all().filter(|cell| in_line(*cell)).all(|cell| set.contains(cell))
            };
            let expected = Coordinate::all().filter(|cell| {
                full(&|other| other.row() == cell.row()) || full(&|other| other.column() == cell.column())
            });
            prop_assert_eq!(set.full_lines(), expected.collect());
        }
    }
}
