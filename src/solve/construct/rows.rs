//! What the learned estimate sees of a board: for each row, the numbers of the patterns around it.
//!
//! Patterns of cells as rows of a table are the n-tuples of Bledsoe and Browning (1959), as Szubert and Jaśkowski
//! (2014) use them to learn 2048: an evaluation is a handful of look-ups. Every pattern and its mirror image share
//! a number, or change places with each other, so that a board and its mirror image look alike.

use crate::game::{Board, Size};

/// Patterns that each row of a board shows that count once.
pub const SINGLES: usize = 8;
/// Pairs of patterns, one seen from the left and its counterpart seen from the right.
pub const PAIRS: usize = 7;

/// Columns that the patterns are made for.
pub const COLUMNS: u8 = 10;

const FULL: u16 = (1 << COLUMNS) - 1;
const WHOLE_ROWS: usize = 1 << COLUMNS;
/// Three rows of four cells.
const BLOCKS: usize = 1 << 12;
/// Five cells and whether each lies under another.
const ROOFS: usize = 1 << 10;
/// Distance from the stack's top (up to 5) and from the ground (up to 3).
const PLACES: usize = 6 * 4;
/// Cells in a row, in the one above and in the one below.
const COUNTS: usize = 11 * 11 * 11;

/// Where the patterns of each kind begin: five whole rows, the middle block, the place and the counts; then the
/// four blocks and three roofs that come in pairs.
const STARTS: [usize; SINGLES + PAIRS + 1] = {
    let sizes = [
        WHOLE_ROWS, WHOLE_ROWS, WHOLE_ROWS, WHOLE_ROWS, WHOLE_ROWS, BLOCKS, PLACES, COUNTS, BLOCKS, BLOCKS,
        BLOCKS, BLOCKS, ROOFS, ROOFS, ROOFS,
    ];
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

/// The numbers of the patterns that one row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowView {
    /// Those that count once.
    pub singles: [u32; SINGLES],
    /// Those seen from the left and from the right.
    pub pairs: [[u32; 2]; PAIRS],
}

/// Calls `visit` with the view of every filled row, the lowest first.
pub fn for_each_row(board: &Board, mut visit: impl FnMut(&RowView)) {
    let stack = board.stack_height();
    // Two rows of ground below, two empty ones above.
    let mut rows = [[0_u16; 2]; Size::MAX_HEIGHT as usize + 4];
    for (index, both) in rows.iter_mut().enumerate().take(stack + 4) {
        let cells = match index {
            0 | 1 => FULL,
            _ if index - 2 < stack => board.row(index - 2),
            _ => 0,
        };
        *both = [cells, mirror(cells)];
    }
    let mut roofs = [[0_u16; 2]; Size::MAX_HEIGHT as usize + 1];
    for row in (0..stack).rev() {
        roofs[row] = [0, 1].map(|side| roofs[row + 1][side] | rows[row + 3][side]);
    }
    for row in 0..stack {
        let around: &[[u16; 2]; 5] = rows[row..row + 5].try_into().expect("invariant: five rows");
        visit(&view(around, roofs[row], row, stack));
    }
}

fn mirror(cells: u16) -> u16 {
    cells.reverse_bits() >> (16 - COLUMNS)
}

/// The view of the middle one of five rows; every row comes with its mirror image.
#[inline]
fn view(around: &[[u16; 2]; 5], roof: [u16; 2], row: usize, stack: usize) -> RowView {
    let number = |kind: usize, pattern: usize| (STARTS[kind] + pattern) as u32;
    let mut singles = [0; SINGLES];
    for (kind, both) in around.iter().enumerate() {
        singles[kind] = number(kind, usize::from(both[0].min(both[1])));
    }
    // Walls on both sides count as filled.
    let walled = |side: usize, index: usize| usize::from(around[index][side] << 1 | 1 | 2 << COLUMNS);
    let block =
        |side: usize, at: usize| (1..4).fold(0, |block, index| block << 4 | walled(side, index) >> at & 15);
    let cells = |index: usize| around[index][0].count_ones() as usize;
    singles[5] = number(5, block(0, 4).min(block(1, 4)));
    singles[6] = number(6, (stack - 1 - row).min(5) * 4 + row.min(3));
    singles[7] = number(7, (cells(1) * 11 + cells(2)) * 11 + cells(3));
    let mut pairs = [[0; 2]; PAIRS];
    for (pair, kind) in pairs.iter_mut().zip(SINGLES..) {
        for (side, pattern) in pair.iter_mut().enumerate() {
            let at = kind - SINGLES;
            *pattern = if at < 4 {
                number(kind, block(side, at))
            } else {
                let at = at - 4;
                let five = |cells: u16| usize::from(cells >> at & 31);
                number(kind, five(around[2][side]) << 5 | five(roof[side]))
            };
        }
    }
    RowView { singles, pairs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(board: &Board) -> Vec<RowView> {
        let mut views = Vec::new();
        for_each_row(board, |view| views.push(*view));
        views
    }

    #[test]
    fn mirror_images_look_alike_from_the_other_side() {
        let board = Board::from_rows(Size::STANDARD, [0b11_0001_0001, 0b01_1110_0000, 0b10_0000_0110]);
        for (view, mirrored) in views(&board).iter().zip(views(&board.mirrored())) {
            assert_eq!(view.singles, mirrored.singles);
            assert_eq!(view.pairs.map(|[left, right]| [right, left]), mirrored.pairs);
        }
    }

    #[test]
    fn every_number_lies_among_the_patterns_of_its_kind() {
        let tall = Size::new(10, usize::from(Size::MAX_HEIGHT)).unwrap();
        for seed in 0..200_u32 {
            let row =
                |index: u32| (seed.wrapping_mul(2_654_435_761).rotate_left(index) & 1023).clamp(1, 1022);
            let board = Board::from_rows(tall, (0..32).map(|index| row(index) as u16));
            assert_eq!(views(&board).len(), 32);
            for view in views(&board) {
                let numbers = view.singles.into_iter().map(|number| [number; 2]).chain(view.pairs);
                for (kind, both) in numbers.enumerate() {
                    let kinds = STARTS[kind]..STARTS[kind + 1];
                    assert!(both.iter().all(|&number| kinds.contains(&(number as usize))), "kind {kind}");
                }
            }
        }
    }
}
