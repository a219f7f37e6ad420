//! Sets of places of a centre, as bits.

use std::fmt::Debug;

use super::field::Field;

/// A set of places, one bit per column and row.
///
/// Shifts drop what leaves the set and bring nothing in, so that outside counts as not in it.
pub(super) trait BitPlane: Copy + Debug {
    /// The empty set.
    const NONE: Self;
    /// Whether movements are few instructions, so that floods are worth compiling for each piece.
    const UNROLLED: bool;

    /// The places given by columns, as far up as the set goes.
    fn of(columns: &[u64; Field::WIDTH]) -> Self;

    /// The set of one place.
    fn at(x: i8, y: i8) -> Self;

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    /// What is in this set and not in the other.
    fn minus(self, other: Self) -> Self;

    fn is_empty(self) -> bool;

    /// Moved to the right and up, negative numbers to the left and down, by at most three.
    fn shifted(self, dx: i8, dy: i8) -> Self;

    /// The places whose cell `dx` to the right and `dy` up is not in this set; above the top nothing is in it.
    fn free(self, dx: i8, dy: i8) -> Self;

    /// The places from which everything above is in this set too.
    fn open_above(self) -> Self;

    /// The places of which the one below is not in this set: where a piece that cannot be elsewhere rests.
    fn resting(self) -> Self;

    /// The number of places.
    fn count(self) -> u32;

    /// Visits the places, column by column and from the lowest row up.
    fn for_each(self, visit: impl FnMut(i8, i8));

    /// One step to the left and to the right.
    #[inline(always)]
    fn widened(self) -> Self {
        self.shifted(-1, 0).or(self.shifted(1, 0))
    }

    /// One step to the left, to the right and down.
    #[inline(always)]
    fn spread(self) -> Self {
        self.widened().or(self.shifted(0, -1))
    }
}

/// The lowest 16 rows: four columns per word, so that a shift moves three words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Low([u64; 3]);

/// One bit in each column of a word.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The columns of the field; two more fit into the last word.
const COLUMNS: Low = Low([u64::MAX, u64::MAX, 0xFFFF_FFFF]);

impl Low {
    /// All columns with these rows.
    #[inline(always)]
    const fn rows(rows: u16) -> u64 {
        rows as u64 * EACH
    }

    /// The rows that something moved up by `dy` can be in.
    #[inline(always)]
    const fn rows_after(dy: i8) -> u64 {
        Self::rows(if dy >= 0 { u16::MAX << dy } else { u16::MAX >> -dy })
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Low(self.0.map(f))
    }

    #[inline(always)]
    fn complement(self) -> Self {
        COLUMNS.minus(self)
    }
}

impl BitPlane for Low {
    const NONE: Self = Low([0; 3]);
    const UNROLLED: bool = true;

    #[inline(always)]
    fn of(columns: &[u64; Field::WIDTH]) -> Self {
        let mut words = [0; 3];
        for (x, column) in columns.iter().enumerate() {
            words[x / 4] |= (column & 0xFFFF) << (x % 4 * 16);
        }
        Low(words)
    }

    #[inline(always)]
    fn at(x: i8, y: i8) -> Self {
        let mut words = [0; 3];
        words[x as usize / 4] = 1 << (x as usize % 4 * 16 + y as usize);
        Low(words)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Low(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Low(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Low(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline(always)]
    fn shifted(self, dx: i8, dy: i8) -> Self {
        let [a, b, c] = self.0;
        let bits = 16 * i32::from(dx) + i32::from(dy);
        // Bits that cross into the next column are those that left the rows, and are masked away.
        let moved = if bits >= 0 {
            let rest = 63 - bits;
            [a << bits, b << bits | a >> 1 >> rest, c << bits | b >> 1 >> rest]
        } else {
            let (bits, rest) = (-bits, 63 + bits);
            [a >> bits | b << 1 << rest, b >> bits | c << 1 << rest, c >> bits]
        };
        let rows = Self::rows_after(dy);
        Low(moved).map(|word| word & rows)
    }

    #[inline(always)]
    fn free(self, dx: i8, dy: i8) -> Self {
        // Bits that come in are free above and blocked below.
        let seen =
            if dy >= 0 { self.shifted(0, -dy).complement() } else { self.complement().shifted(0, -dy) };
        seen.shifted(-dx, 0)
    }

    #[inline(always)]
    fn open_above(self) -> Self {
        let mut shadow = self.complement();
        for step in [1, 2, 4, 8] {
            shadow = shadow.or(shadow.shifted(0, -step));
        }
        shadow.complement()
    }

    #[inline(always)]
    fn resting(self) -> Self {
        self.minus(self.shifted(0, 1))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(i8, i8)) {
        for (i, word) in self.0.into_iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let bit = left.trailing_zeros() as i8;
                visit(4 * i as i8 + bit / 16, bit % 16);
                left &= left - 1;
            }
        }
    }
}

/// All rows, a word per column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tall([u64; Field::WIDTH]);

impl BitPlane for Tall {
    const NONE: Self = Tall([0; Field::WIDTH]);
    const UNROLLED: bool = false;

    #[inline(always)]
    fn of(columns: &[u64; Field::WIDTH]) -> Self {
        Tall(*columns)
    }

    #[inline(always)]
    fn at(x: i8, y: i8) -> Self {
        let mut columns = [0; Field::WIDTH];
        columns[x as usize] = 1 << y;
        Tall(columns)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Tall(std::array::from_fn(|x| self.0[x] & other.0[x]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Tall(std::array::from_fn(|x| self.0[x] | other.0[x]))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Tall(std::array::from_fn(|x| self.0[x] & !other.0[x]))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, column| all | column) == 0
    }

    #[inline(always)]
    fn shifted(self, dx: i8, dy: i8) -> Self {
        let mut moved = [0; Field::WIDTH];
        for (x, column) in moved.iter_mut().enumerate() {
            let from = x.wrapping_add_signed(-isize::from(dx));
            *column = if from < Field::WIDTH { self.0[from] } else { 0 };
        }
        let (up, down) = (dy.max(0), (-dy).max(0));
        Tall(moved.map(|column| column << up >> down))
    }

    #[inline(always)]
    fn free(self, dx: i8, dy: i8) -> Self {
        let (up, down) = ((-dy).max(0), dy.max(0));
        Tall(self.0.map(|column| !(column >> down) << up)).shifted(-dx, 0)
    }

    #[inline(always)]
    fn open_above(self) -> Self {
        Tall(self.0.map(|column| {
            let blocked = u64::BITS - (!column).leading_zeros();
            u64::MAX.checked_shl(blocked).unwrap_or(0)
        }))
    }

    #[inline(always)]
    fn resting(self) -> Self {
        Tall(self.0.map(|column| column & !(column << 1)))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|column| column.count_ones()).sum()
    }

    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(i8, i8)) {
        for (x, column) in self.0.into_iter().enumerate() {
            let mut left = column;
            while left != 0 {
                visit(x as i8, left.trailing_zeros() as i8);
                left &= left - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn small_sets_are_the_lowest_rows_of_large_ones(
            columns in proptest::array::uniform10(0..1_u64 << 13),
            dx in -3..=3_i8,
            dy in -3..=3_i8,
        ) {
            let (low, tall) = (Low::of(&columns), Tall::of(&columns));
            let same = |low: Low, tall: Tall| {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                // Two columns beside the field are never looked at.
                low.for_each(|x, y| if x < 10 { one.push((x, y)) });
                tall.for_each(|x, y| if y < 16 { other.push((x, y)) });
                one == other
            };
            prop_assert!(same(low.shifted(dx, dy), tall.shifted(dx, dy)));
            prop_assert!(same(low.free(dx, dy), tall.free(dx, dy)));
            prop_assert!(same(low.resting(), tall.resting()));
            prop_assert_eq!((low.count(), low.is_empty()), (tall.count(), tall.is_empty()));
            let (low, tall) = (low.free(0, 0), tall.free(0, 0));
            prop_assert!(same(low.open_above(), tall.open_above()));
        }
    }
}
