//! What the learned estimate sees of a row: the patterns of cells in it and around it.
//!
//! Patterns of cells as rows of a table are the n-tuples of Bledsoe and Browning (1959), as Szubert and Jaśkowski
//! (2014) use them to learn 2048: an evaluation is a handful of look-ups. Every pattern and its mirror image share
//! a number, or change places with each other, so that a board and its mirror image look alike.

use crate::game::Board;

/// Columns that the patterns are made for.
pub const COLUMNS: u8 = 10;

const FULL: u16 = (1 << COLUMNS) - 1;
/// Rows that a row sees: two below, itself, three above.
const AROUND: usize = 6;
/// Rows above a row that it sees.
pub(super) const ABOVE: usize = 3;

/// A row and the rows around it, ten bits each, the lowest in the lowest bits.
///
/// Ground counts as full, sky as empty. Whatever a row adds to an estimate follows from this number alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowKey(pub u64);

impl RowKey {
    /// What comes before the key of the lowest of these rows, when the first five that it sees are `rows`.
    #[inline]
    pub(super) fn before(rows: &[u16; AROUND - 1]) -> Self {
        Self(rows.iter().rev().fold(0, |key, row| key << COLUMNS | u64::from(*row)) << COLUMNS)
    }

    /// The key of the next row up, which also sees `row`.
    #[inline]
    pub(super) fn next(self, row: u16) -> Self {
        Self(self.0 >> COLUMNS | u64::from(row) << (COLUMNS as usize * (AROUND - 1)))
    }
}

/// The keys of all filled rows, the lowest first.
pub fn row_keys(board: &Board) -> impl Iterator<Item = RowKey> + '_ {
    let first = RowKey::before(&[FULL, FULL, board.row(0), board.row(1), board.row(2)]);
    (0..board.stack_height()).scan(first, |key, row| {
        *key = key.next(board.row(row + ABOVE));
        Some(*key)
    })
}

/// A row of the board, or ground below it.
#[inline]
pub(super) fn row_or_ground(board: &Board, row: isize) -> u16 {
    if row < 0 { FULL } else { board.row(row as usize) }
}

/// Patterns that count once: six whole rows, the middle block, and how many cells three rows have.
const SINGLES: usize = AROUND + 2;
/// Pairs of patterns, one seen from the left and its counterpart seen from the right: four wide blocks of three rows,
/// five tall blocks that reach down, five that reach up.
const PAIRS: usize = 4 + 5 + 5;
/// Patterns that a row shows.
pub const SEEN: usize = SINGLES + 2 * PAIRS;

/// Where the patterns of each kind begin.
const STARTS: [usize; SINGLES + PAIRS + 1] = {
    // Blocks have twelve cells.
    let mut sizes = [1 << 12; SINGLES + PAIRS];
    let mut row = 0;
    while row < AROUND {
        sizes[row] = 1 << COLUMNS;
        row += 1;
    }
    sizes[AROUND + 1] = 11 * 11 * 11;
    let mut starts = [0; SINGLES + PAIRS + 1];
    let mut kind = 0;
    while kind < sizes.len() {
        starts[kind + 1] = starts[kind] + sizes[kind];
        kind += 1;
    }
    starts
};

/// Number of all patterns.
pub const PATTERNS: usize = STARTS[SINGLES + PAIRS];

/// What the patterns need of each of the 1024 possible rows, so that a whole set of blocks is a few shifts.
struct RowParts {
    /// The row or its mirror image, whichever is less.
    whole: [u16; ROWS],
    /// The three cells of each tall block in lanes of twelve bits: five from the left, each with its counterpart.
    tall: [u128; ROWS],
    /// The four cells of each wide block likewise; the last one is in the middle.
    wide: [u128; ROWS],
}

const ROWS: usize = 1 << COLUMNS;
/// Bits of a block, and so of a lane.
const BLOCK: usize = 12;
/// Blocks of a set: five places, seen from both sides.
const LANES: usize = 10;

static PARTS: RowParts = {
    let mut parts = RowParts { whole: [0; ROWS], tall: [0; ROWS], wide: [0; ROWS] };
    let mut row = 0;
    while row < ROWS {
        let sides = [row as u16, (row as u16).reverse_bits() >> (16 - COLUMNS)];
        parts.whole[row] = if sides[0] < sides[1] { sides[0] } else { sides[1] };
        let mut lane = 0;
        while lane < LANES {
            // Walls on both sides count as filled.
            let walled = (sides[lane % 2] as u128) << 1 | 1 | 2 << COLUMNS;
            parts.tall[row] |= (walled >> (lane / 2) & 7) << (BLOCK * lane);
            parts.wide[row] |= (walled >> (lane / 2) & 15) << (BLOCK * lane);
            lane += 1;
        }
        row += 1;
    }
    parts
};

/// The numbers of the patterns that a row shows; those that come in pairs stand side by side at the end.
#[inline]
pub fn patterns(key: RowKey) -> [u32; SEEN] {
    let rows: [usize; AROUND] =
        std::array::from_fn(|index| (key.0 >> (COLUMNS as usize * index)) as usize & usize::from(FULL));
    let tall =
        |lowest: usize| rows[lowest..lowest + 4].iter().fold(0, |set, row| set << 3 | PARTS.tall[*row]);
    let wide = rows[1..4].iter().fold(0, |set, row| set << 4 | PARTS.wide[*row]);
    let block = |set: u128, lane: usize| (set >> (BLOCK * lane)) as u32 & ((1 << BLOCK) - 1);
    let number = |kind: usize, pattern: u32| STARTS[kind] as u32 + pattern;
    let cells = |row: usize| rows[row].count_ones();
    let mut seen = [0; SEEN];
    for (kind, row) in rows.iter().enumerate() {
        seen[kind] = number(kind, u32::from(PARTS.whole[*row]));
    }
    seen[AROUND] = number(AROUND, block(wide, 8).min(block(wide, 9)));
    seen[AROUND + 1] = number(AROUND + 1, (cells(1) * 11 + cells(2)) * 11 + cells(3));
    let mut kind = SINGLES;
    for (set, places) in [(wide, 4), (tall(0), 5), (tall(2), 5)] {
        for place in 0..places {
            for side in 0..2 {
                seen[2 * kind - SINGLES + side] = number(kind, block(set, 2 * place + side));
            }
            kind += 1;
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use proptest::prelude::*;

    #[test]
    fn a_row_sees_two_rows_below_and_three_above() {
        let board = Board::from_rows(Size::STANDARD, [1, 2, 4, 8]);
        let rows = |key: RowKey| [0, 1, 2, 3, 4, 5].map(|index| key.0 >> (10 * index) & 1023);
        let keys: Vec<_> = row_keys(&board).map(rows).collect();
        assert_eq!(keys[0], [1023, 1023, 1, 2, 4, 8]);
        assert_eq!(keys[1], [1023, 1, 2, 4, 8, 0]);
        assert_eq!(keys[3], [2, 4, 8, 0, 0, 0]);
        assert_eq!(keys.len(), 4);
    }

    proptest! {
        #[test]
        fn mirror_images_look_alike_from_the_other_side(rows in proptest::collection::vec(1_u16..1023, 1..20)) {
            let board = Board::from_rows(Size::STANDARD, rows);
            for (key, mirrored) in row_keys(&board).zip(row_keys(&board.mirrored())) {
                let (seen, mirrored) = (patterns(key), patterns(mirrored));
                prop_assert_eq!(&seen[..SINGLES], &mirrored[..SINGLES]);
                for pair in (SINGLES..SEEN).step_by(2) {
                    prop_assert_eq!([seen[pair], seen[pair + 1]], [mirrored[pair + 1], mirrored[pair]]);
                }
            }
        }

        #[test]
        fn blocks_are_the_cells_that_they_say(key in 0_u64..1 << 60) {
            let row = |index: usize| (key >> (10 * index)) as u32 & 1023;
            let walled = |index: usize| row(index) << 1 | 1 | 1 << 11;
            let seen = patterns(RowKey(key));
            let block = |index: usize, kind: usize| seen[index] - STARTS[kind] as u32;
            // The second wide block from the left, and the third tall ones.
            let wide = (1..4).fold(0, |block, index| block << 4 | walled(index) >> 1 & 15);
            prop_assert_eq!(block(SINGLES + 2, SINGLES + 1), wide);
            for (first, lowest) in [(4, 0), (9, 2)] {
                let tall = (lowest..lowest + 4).fold(0, |block, index| block << 3 | walled(index) >> 2 & 7);
                prop_assert_eq!(block(SINGLES + 2 * (first + 2), SINGLES + first + 2), tall);
            }
        }

        #[test]
        fn every_number_lies_among_the_patterns_of_its_kind(key in 0_u64..1 << 60) {
            for (index, number) in patterns(RowKey(key)).into_iter().enumerate() {
                let kind = if index < SINGLES { index } else { SINGLES + (index - SINGLES) / 2 };
                prop_assert!((STARTS[kind]..STARTS[kind + 1]).contains(&(number as usize)), "kind {}", kind);
            }
        }
    }
}
