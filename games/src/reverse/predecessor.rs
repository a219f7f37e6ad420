//! Exact reverse moves: which boards lead here with one placement.
//!
//! A reverse move picks a shape, the row `y` of its lowest cell before clearing, and a set of the shape's rows at
//! which full rows are inserted; then it takes the shape away. It is right exactly when dropping the shape again
//! gives the board back, which needs four things: the shape's cells are filled, nothing lies above them (so no
//! inserted row may lie above the lowest of the shape's column tops), something supports the shape, and nothing
//! sticks out of the board.

use std::ops::ControlFlow;

use super::insertion::Insertion;
use crate::board::{Board, HEIGHTS_IN_OUTLINE, OUTLINE_AT};
use crate::columns::Columns;
use crate::drop::ClearedRows;
use crate::drop::placement::{ActionId, Actions, DropEntry};
use crate::piece::{Orientation, Shape};
use crate::placed::{Placed, rows_below};

/// A board that leads to another one, and how.
///
/// ```
/// use tetreach_games::{Board, Size};
///
/// let board = Board::from_text("...#......\n..###.####", Size::STANDARD)?;
/// for predecessor in board.predecessors() {
///     let mut before = predecessor.board;
///     before.play_action(predecessor.action)?;
///     assert_eq!(before, board, "a predecessor leads back");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// The board before the placement.
    pub board: Board,
    /// The placement that leads back.
    pub action: ActionId,
    /// How many rows vanish with it.
    pub cleared: u8,
    /// The row of the piece's lowest cell at rest.
    pub row: u8,
    /// Which of the piece's rows vanish, from its lowest one up.
    pub(super) restored: u8,
}

impl Predecessor {
    /// The rows that vanish with the placement, numbered before clearing.
    pub fn cleared_rows(&self) -> ClearedRows {
        ClearedRows::of_rows(u32::from(self.restored) << self.row)
    }
}

impl Board {
    /// All boards that lead here with one placement, with the placement; full rows and rows floating over an
    /// empty one do not occur in them.
    pub fn predecessors(&self) -> impl Iterator<Item = Predecessor> + use<> {
        let mut found = Vec::new();
        self.for_each_predecessor(4, |predecessor| found.push(*predecessor));
        found.into_iter()
    }

    /// Whether any placement leads here; a board without predecessor can only be a starting board.
    pub fn has_predecessor(&self) -> bool {
        self.try_for_each_predecessor(4, |_| ControlFlow::Break(())).is_break()
    }

    /// Calls `visit` with every predecessor whose placement clears at most `most_cleared` rows.
    #[inline]
    pub fn for_each_predecessor(&self, most_cleared: u8, mut visit: impl FnMut(&Predecessor)) {
        let _: ControlFlow<()> = self.try_for_each_predecessor(most_cleared, |predecessor| {
            visit(predecessor);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every predecessor whose placement clears at most `most_cleared` rows, until it breaks.
    pub fn try_for_each_predecessor<B>(
        &self,
        most_cleared: u8,
        mut visit: impl FnMut(&Predecessor) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(reverse) = Reverse::new(self, most_cleared) else { return ControlFlow::Continue(()) };
        let actions = Actions::of_width(self.width());
        let mut found = Predecessor { board: *self, action: ActionId(0), cleared: 0, row: 0, restored: 0 };
        for orientation in Orientation::all() {
            let shape = orientation.shape();
            let lowest = reverse.lowest_rows(shape);
            let range = actions.of_orientation(orientation);
            for insertion in Insertion::all(orientation) {
                if insertion.count > reverse.room {
                    continue;
                }
                (found.cleared, found.restored) = (insertion.count, insertion.rows);
                let rows = reverse.candidate_rows(insertion, &lowest);
                let mut columns = nonzero(&rows) & ((1 << range.len()) - 1);
                while columns != 0 {
                    let column = columns.trailing_zeros() as usize & 15;
                    columns &= columns - 1;
                    let action = range.start + column;
                    let mut rows = rows[column];
                    while rows != 0 {
                        let row = rows.trailing_zeros() as usize;
                        rows &= rows - 1;
                        if reverse.undo(shape, &actions.drops()[action], insertion, row, &mut found.board) {
                            (found.action, found.row) = (ActionId(action as u16), row as u8);
                            visit(&found)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A board with what all its reverse moves share.
struct Reverse<'a> {
    board: &'a Board,
    columns: Columns,
    /// The column heights with room for 4-column windows.
    heights: [i32; 20],
    stack: usize,
    /// The most rows that can be inserted.
    room: u8,
    /// The board's outline with all heights raised by 0 to 4 rows.
    outlines: [[u8; 32]; 5],
    /// 255 at the heights of the columns that the board has.
    within: [u8; 32],
    /// The board's words with everything lifted by 0 to 4 rows.
    lifted: [[u64; 8]; 5],
}

impl<'a> Reverse<'a> {
    /// Prepares a board, unless it has full or floating rows: no placement leads to such a board.
    #[inline]
    fn new(board: &'a Board, most_cleared: u8) -> Option<Self> {
        let columns = Columns::of_settled(board)?;
        let stack = board.stack_height();
        let mut heights = [0; 20];
        for (wide, height) in heights.iter_mut().zip(board.padded_heights()) {
            *wide = i32::from(*height);
        }
        let mut lifted = [[0; 8]; 5];
        for (rows, words) in lifted.iter_mut().enumerate() {
            for (index, word) in words.iter_mut().enumerate() {
                let below = if index > 0 { board.word(index - 1) } else { 0 };
                let joined = u128::from(board.word(index)) << 64 | u128::from(below);
                *word = (joined >> (64 - 16 * rows)) as u64;
            }
        }
        let outline: [u8; 32] = board.bytes[OUTLINE_AT..].try_into().expect("invariant: 32 bytes");
        let heights_in_outline = HEIGHTS_IN_OUTLINE..HEIGHTS_IN_OUTLINE + usize::from(board.width());
        let mut within = [0; 32];
        within[heights_in_outline].fill(255);
        let raised = |rows: usize| std::array::from_fn(|index| outline[index] + (rows as u8 & within[index]));
        let outlines = std::array::from_fn(raised);
        Some(Self {
            board,
            columns,
            heights,
            stack,
            room: (board.height() - stack as u8).min(most_cleared),
            outlines,
            within,
            lifted,
        })
    }

    /// For every column, the lowest row at which nothing lies above the shape if no row is inserted.
    #[inline]
    fn lowest_rows(&self, shape: &Shape) -> [i32; 16] {
        // Outside the shape `tops` is made so large that the column does not count.
        let tops: [i32; 4] =
            std::array::from_fn(
                |offset| if shape.tops[offset] == 0 { 64 } else { i32::from(shape.tops[offset]) },
            );
        let mut lowest = [0; 16];
        for (column, lowest) in lowest.iter_mut().enumerate() {
            let over = |offset: usize| self.heights[column + offset] - tops[offset];
            *lowest = over(0).max(over(1)).max(over(2).max(over(3)));
        }
        lowest
    }

    /// For every column, the set of rows at which the shape can have lain: nothing above, its cells filled,
    /// something below.
    #[inline]
    fn candidate_rows(&self, insertion: &Insertion, lowest: &[i32; 16]) -> [u32; 16] {
        let up_to_stack = u32::MAX >> (31 - self.stack.min(31));
        let mut rows = [0_u32; 16];
        for (rows, lowest) in rows.iter_mut().zip(lowest) {
            let lowest = lowest + i32::from(insertion.count);
            let lowest = if insertion.floats { lowest.max(0) } else { lowest };
            let single = if (lowest as u32) < 32 { 1_u32 << lowest } else { 0 };
            // The negative has all bits from the single one upwards.
            *rows = if insertion.floats { single.wrapping_neg() & up_to_stack } else { single };
        }
        for cell in insertion.rest_cells() {
            for (rows, column) in rows.iter_mut().zip(self.columns.from(cell.offset)) {
                *rows &= column >> cell.up;
            }
        }
        if !insertion.supported {
            let mut carried = [1_u32; 16];
            for cell in insertion.supports() {
                for (carried, column) in carried.iter_mut().zip(self.columns.from(cell.offset)) {
                    *carried |= column << 1 >> cell.up;
                }
            }
            for (rows, carried) in rows.iter_mut().zip(carried) {
                *rows &= carried;
            }
        }
        rows
    }

    /// Makes `before` the board before the shape was dropped at `row`, unless that has an empty row under a
    /// filled one; `before` is a copy of the board or of another predecessor.
    #[inline(always)]
    fn undo(
        &self,
        shape: &Shape,
        drop: &DropEntry,
        insertion: &Insertion,
        row: usize,
        before: &mut Board,
    ) -> bool {
        let rows = usize::from(shape.height);
        let kept = self.board.window(row) & !(insertion.rest << drop.column);
        let window = self.opened_window(drop, insertion, kept) & u64::MAX >> (64 - 16 * rows);
        if leaves_gap(window, rows, self.stack + usize::from(insertion.count) > row + rows) {
            return false;
        }
        if insertion.count == 0 {
            let piece = Placed::new(drop.cells, row);
            for index in 0..8 {
                before.set_word(index, self.board.word(index) & !piece.word(index));
            }
        } else {
            let (below, below_top) = (rows_below(row), rows_below(row + rows));
            let (placed, lifted) = (Placed::new(window, row), &self.lifted[usize::from(insertion.count)]);
            for (index, lifted) in lifted.iter().enumerate() {
                let under = self.board.word(index) & below.word(index);
                before.set_word(index, under | placed.word(index) | lifted & !below_top.word(index));
            }
        }
        let lowered = self.lowered_heights(drop, insertion, row);
        let (outline, floor) = (
            &self.outlines[usize::from(insertion.count)],
            if insertion.count == 0 { 0 } else { row as u8 + insertion.above },
        );
        for index in 0..32 {
            let risen = outline[index].max(floor & self.within[index]);
            before.bytes[OUTLINE_AT + index] = if drop.tops[index] < 0 { risen } else { lowered[index] };
        }
        true
    }

    /// The shape's rows after taking it away: the board's rows with the inserted full rows between them.
    #[inline]
    fn opened_window(&self, drop: &DropEntry, insertion: &Insertion, kept: u64) -> u64 {
        if insertion.count == 0 {
            return kept;
        }
        let full = u64::from(self.board.size().full_row()) * 0x0001_0001_0001_0001;
        let mut window = 0;
        for (row, source) in insertion.sources.iter().enumerate() {
            window |= (kept >> source & 0xFFFF) << (16 * row);
        }
        window & !insertion.inserted | full & insertion.inserted & !drop.cells
    }

    /// The heights of the shape's columns after taking it away, in their places in the outline.
    #[inline(always)]
    fn lowered_heights(&self, drop: &DropEntry, insertion: &Insertion, row: usize) -> [u8; 32] {
        let under = &insertion.under;
        let board_below =
            |up: usize| self.columns.heights_below(row + up, drop.column) & under.board_below[up];
        let mut lowered = (board_below(0) | board_below(1) | board_below(2)) + under.lifted;
        if under.has_inserted != 0 {
            let inserted = ((row as u32 * BYTES) & under.has_inserted) + under.inserted;
            lowered = larger_bytes(lowered, inserted);
        }
        let placed = u128::from(lowered) << (8 * drop.column);
        let mut outline = [0; 32];
        outline[HEIGHTS_IN_OUTLINE..][..16].copy_from_slice(&placed.to_le_bytes());
        outline
    }
}

/// A one in each byte.
const BYTES: u32 = 0x0101_0101;

/// The larger one of each pair of bytes, all of which are below 128.
#[inline]
fn larger_bytes(a: u32, b: u32) -> u32 {
    let not_less = ((a | BYTES << 7) - b) & BYTES << 7;
    let choose_a = (not_less << 1).wrapping_sub(not_less >> 7);
    a & choose_a | b & !choose_a
}

/// The set of columns that have any row.
#[inline]
fn nonzero(rows: &[u32; 16]) -> u32 {
    rows.iter().enumerate().fold(0, |set, (column, rows)| set | u32::from(*rows != 0) << column)
}

/// Whether one of the lowest `count` rows of `window` is empty although a row above it is filled.
#[inline]
fn leaves_gap(window: u64, count: usize, filled_above: bool) -> bool {
    const LOW: u64 = 0x7FFF_7FFF_7FFF_7FFF;
    // The highest bit of each 16-bit lane tells whether the lane has any bit.
    let filled = (((window & LOW) + LOW) | window) & !LOW;
    let used = if filled_above { 16 * count as u32 } else { 64 - filled.leading_zeros() };
    filled.count_ones() * 16 != used
}
