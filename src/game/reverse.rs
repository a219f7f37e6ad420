//! Exact reverse moves: which boards lead here with one placement.
//!
//! A reverse move picks a shape, the row `y` of its lowest cell before clearing, and a set of the shape's rows at
//! which full rows are inserted; then it takes the shape away. It is right exactly when dropping the shape again
//! gives the board back, which needs four things: the shape's cells are filled, nothing lies above them (so no
//! inserted row may lie above the lowest of the shape's column tops), something supports the shape, and nothing
//! sticks out of the board.

use super::board::Board;
use super::piece::{Orientation, Shape};
use super::placement::{ActionId, Actions};

/// A board that leads to another one, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// The board before the placement.
    pub board: Board,
    /// The placement that leads back.
    pub action: ActionId,
    /// How many rows vanish with it.
    pub cleared: u8,
}

/// A set of a shape's rows at which full rows are inserted, with what of the shape is left outside them.
#[derive(Clone, Copy, Debug)]
struct Insertion {
    /// Bit `r`: the shape's row `r` becomes a full row.
    rows: u8,
    count: u8,
    /// One above the highest inserted row of the shape, 0 if none is.
    above: u8,
    /// The shape's cells on the remaining rows, moved together, 16 bits a row.
    rest: u64,
    /// Whether every column of the shape has its top cell in the highest inserted row, so that the height is free.
    floats: bool,
}

/// The insertions of each orientation: at most 16 subsets of four rows.
static INSERTIONS: [([Insertion; 16], usize); Orientation::COUNT] = {
    let none = Insertion { rows: 0, count: 0, above: 0, rest: 0, floats: false };
    let mut all = [([none; 16], 0); Orientation::COUNT];
    let mut index = 0;
    while index < Orientation::COUNT {
        let shape = Orientation::at(index).shape();
        let mut rows = 0;
        while rows < 1 << shape.height {
            if let Some(insertion) = Insertion::of(shape, rows) {
                all[index].0[all[index].1] = insertion;
                all[index].1 += 1;
            }
            rows += 1;
        }
        index += 1;
    }
    all
};

impl Insertion {
    /// The insertion of full rows at these rows of the shape, unless one of them would lie above part of it.
    const fn of(shape: &Shape, rows: u8) -> Option<Self> {
        let above = (8 - rows.leading_zeros()) as u8;
        let mut floats = rows != 0;
        let mut column = 0;
        while column < shape.width as usize {
            if above > shape.tops[column] {
                return None;
            }
            floats &= above == shape.tops[column];
            column += 1;
        }
        let mut rest = 0;
        let mut kept = 0;
        let mut row = 0;
        while row < shape.height {
            if rows >> row & 1 == 0 {
                rest |= (shape.row(row) as u64) << (16 * kept);
                kept += 1;
            }
            row += 1;
        }
        Some(Self { rows, count: rows.count_ones() as u8, above, rest, floats })
    }
}

impl Board {
    /// All boards that lead here with one placement, with the placement; full rows and rows floating over an
    /// empty one do not occur in them.
    pub fn predecessors(&self) -> impl Iterator<Item = Predecessor> {
        let mut found = Vec::new();
        self.for_each_predecessor(4, |predecessor| found.push(*predecessor));
        found.into_iter()
    }

    /// Whether any placement leads here; a board without predecessor can only be a starting board.
    pub fn has_predecessor(&self) -> bool {
        let mut found = false;
        self.for_each_predecessor(4, |_| found = true);
        found
    }

    /// Calls `visit` with every predecessor whose placement clears at most `most_cleared` rows.
    #[inline]
    pub fn for_each_predecessor(&self, most_cleared: u8, mut visit: impl FnMut(&Predecessor)) {
        let stack = self.stack_height();
        let room = (usize::from(self.height()) - stack).min(usize::from(most_cleared)) as u8;
        let actions = Actions::of_width(self.width());
        for orientation in Orientation::all() {
            let (insertions, count) = &INSERTIONS[orientation.index()];
            let shape = orientation.shape();
            for (column, action) in actions.of_orientation(orientation).enumerate() {
                let action = ActionId(action as u16);
                // The lowest row at which nothing lies above the shape, if no row is inserted.
                let clear_above = self.clear_above(shape, column);
                for insertion in &insertions[..*count] {
                    if insertion.count > room {
                        continue;
                    }
                    let lowest = clear_above + i32::from(insertion.count);
                    let highest = if insertion.floats { stack as i32 } else { lowest };
                    for row in lowest.max(0)..=highest {
                        if let Some(board) = self.undo(shape, column, insertion, row as usize, stack) {
                            visit(&Predecessor { board, action, cleared: insertion.count });
                        }
                    }
                }
            }
        }
    }

    /// The row at which every column of the shape is at or above the stack's outline from above.
    #[inline]
    fn clear_above(&self, shape: &Shape, column: usize) -> i32 {
        let heights = &self.padded_heights()[column..column + 4];
        let mut lowest = -4;
        for (height, top) in heights.iter().zip(shape.tops).take(usize::from(shape.width)) {
            lowest = lowest.max(i32::from(*height) - i32::from(top));
        }
        lowest
    }

    /// The board before `shape` was dropped at `row`, if that drop gives this board.
    #[inline]
    fn undo(
        &self,
        shape: &Shape,
        column: usize,
        insertion: &Insertion,
        row: usize,
        stack: usize,
    ) -> Option<Board> {
        let here = self.window(row);
        let rest = insertion.rest << column;
        if here & rest != rest {
            return None;
        }
        if row > 0 && !self.supports(shape, column, insertion, row) {
            return None;
        }
        let window = self.opened_window(shape, column, insertion, here & !rest);
        let rows_below_top = stack + usize::from(insertion.count);
        if leaves_gap(window, usize::from(shape.height), rows_below_top - row) {
            return None;
        }
        let mut before = *self;
        if insertion.count > 0 {
            let kept = usize::from(shape.height - insertion.count);
            let (from, to) = (2 * (row + kept), 2 * (row + usize::from(shape.height)));
            before.bytes.copy_within(from..2 * stack.max(row + kept), to);
        }
        before.splice_window(row, usize::from(shape.height), window);
        before.lower_heights(shape, column, insertion, row);
        Some(before)
    }

    /// Whether something under the shape stops it at `row`: the board below, or the rest of an inserted row.
    #[inline]
    fn supports(&self, shape: &Shape, column: usize, insertion: &Insertion, row: usize) -> bool {
        (0..usize::from(shape.width)).any(|offset| {
            let bottom = shape.bottoms[offset];
            if bottom == 0 {
                return self.is_filled(row - 1, column + offset);
            }
            let below = insertion.rows & ((1 << bottom) - 1);
            let inserted = below >> (bottom - 1) & 1 == 1;
            let board_row = row + usize::from(bottom) - 1 - below.count_ones() as usize;
            inserted || self.is_filled(board_row, column + offset)
        })
    }

    /// The shape's rows after taking it away: the board's rows with the inserted full rows between them.
    #[inline]
    fn opened_window(&self, shape: &Shape, column: usize, insertion: &Insertion, kept: u64) -> u64 {
        if insertion.count == 0 {
            return kept;
        }
        let full = u64::from(self.size().full_row());
        let (mut window, mut kept) = (0, kept);
        for offset in 0..u32::from(shape.height) {
            if insertion.rows >> offset & 1 == 1 {
                let piece = u64::from(shape.row(offset as u8)) << column;
                window |= (full & !piece) << (16 * offset);
            } else {
                window |= (kept & 0xFFFF) << (16 * offset);
                kept >>= 16;
            }
        }
        window
    }

    /// Replaces `count` rows from `row` on by the lowest ones of `window`.
    #[inline]
    fn splice_window(&mut self, row: usize, count: usize, window: u64) {
        let mask = u64::MAX >> (64 - 16 * count);
        let there = self.window(row);
        self.set_window(row, (there & !mask) | (window & mask));
    }

    /// Brings the heights of the board after the insertion in line with its rows.
    #[inline]
    fn lower_heights(&mut self, shape: &Shape, column: usize, insertion: &Insertion, row: usize) {
        if insertion.count > 0 {
            let lifted = row as u8 + insertion.above;
            let width = usize::from(self.width());
            for height in &mut self.bytes[72..72 + width] {
                *height = (*height + insertion.count).max(lifted);
            }
        }
        for offset in 0..usize::from(shape.width) {
            let mut height = row + usize::from(shape.bottoms[offset]);
            while height > 0 && !self.is_filled(height - 1, column + offset) {
                height -= 1;
            }
            self.bytes[72 + column + offset] = height as u8;
        }
    }
}

/// Whether one of the lowest `count` rows of `window` is empty although a row above it, among `rows` in all, is not.
#[inline]
fn leaves_gap(window: u64, count: usize, rows: usize) -> bool {
    let mut filled_above = rows > count;
    for offset in (0..count).rev() {
        let empty = (window >> (16 * offset)) as u16 == 0;
        if empty && filled_above {
            return true;
        }
        filled_above |= !empty;
    }
    false
}
