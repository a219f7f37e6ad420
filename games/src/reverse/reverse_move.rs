//! The two primitive moves backwards: a full row comes back, or a piece is taken away.
//!
//! A placement that cleared rows is taken back in several moves: its rows come back one by one, from the bottom up, and
//! then the piece is taken out of all of them. Between these moves the board has full rows, and the piece that is taken
//! next must touch each of them. So a board tells by itself what may follow, and there is one order for each placement.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::drop::{ActionId, Actions, ClearedRows, Placement};
use crate::piece::Orientation;
use crate::size::Size;

/// One primitive move backwards.
///
/// ```
/// use tetreach_games::{Board, ReverseMove, Size};
///
/// // What is left of an upright I after it cleared the lowest row: three cells of it, in the air no longer.
/// let mut board = Board::from_text("#...\n#...\n#...", Size::new(4, 5)?)?;
/// board = board.take_back(ReverseMove::Restore { row: 0 }).expect("room for a row");
/// assert_eq!(board.to_string(), "#...\n#...\n#...\n####");
/// let moves = board.reverse_moves();
/// let take = moves.iter().find(|found| matches!(found, ReverseMove::Take { .. })).expect("the I");
/// assert_eq!(board.take_back(*take).expect("the I is there").to_string(), ".###");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReverseMove {
    /// A full row comes back and lies at `row`; what lay there and above moves up.
    Restore {
        /// The row at which it lies.
        row: u8,
    },
    /// The piece of a placement is taken away.
    Take {
        /// Which piece, how turned and in which column.
        placement: Placement,
        /// The row of its lowest cell.
        row: u8,
    },
}

/// The number of a reverse move on boards of one size.
///
/// Pieces to take away are numbered by orientation, row and column of the lower left corner of their box, as the cells
/// of one map per orientation are; after them come the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseActions {
    size: Size,
}

impl ReverseActions {
    /// The reverse moves on boards of a size.
    pub fn of_size(size: Size) -> Self {
        Self { size }
    }

    fn cells(&self) -> usize {
        usize::from(self.size.width()) * usize::from(self.size.height())
    }

    /// How many numbers there are, for moves that can ever be made and others.
    pub fn count(&self) -> usize {
        Orientation::COUNT * self.cells() + usize::from(self.size.height())
    }

    /// The number of a move.
    pub fn id(&self, reverse: ReverseMove) -> usize {
        match reverse {
            ReverseMove::Restore { row } => Orientation::COUNT * self.cells() + usize::from(row),
            ReverseMove::Take { placement: Placement { orientation, column }, row } => {
                let cell = usize::from(row) * usize::from(self.size.width()) + usize::from(column);
                orientation.index() * self.cells() + cell
            }
        }
    }

    /// The move with a number, `None` if there is none.
    pub fn reverse_move(&self, id: usize) -> Option<ReverseMove> {
        if id >= self.count() {
            return None;
        }
        let (map, cell) = (id / self.cells(), id % self.cells());
        if map == Orientation::COUNT {
            return Some(ReverseMove::Restore { row: cell as u8 });
        }
        let (row, column) = (cell / usize::from(self.size.width()), cell % usize::from(self.size.width()));
        let placement = Placement { orientation: Orientation::at(map), column: column as u8 };
        Some(ReverseMove::Take { placement, row: row as u8 })
    }

    /// The number of a move as seen in a mirror; a number that no move has stays as it is.
    pub fn mirrored(&self, id: usize) -> usize {
        match self.reverse_move(id) {
            Some(ReverseMove::Take { placement, row })
                if placement.column + placement.orientation.shape().width <= self.size.width() =>
            {
                let placement = placement.mirrored(self.size.width());
                self.id(ReverseMove::Take { placement, row })
            }
            _ => id,
        }
    }
}

impl Board {
    /// The board without its full rows, and which they were.
    pub fn without_full_rows(&self) -> (Board, ClearedRows) {
        let mut settled = *self;
        let cleared = settled.clear_full_rows();
        (settled, cleared)
    }

    /// All primitive moves backwards, each once, in the order of [`ReverseMove`].
    ///
    /// Every one of them can be followed by others until a piece is taken away.
    pub fn reverse_moves(&self) -> Vec<ReverseMove> {
        let mut moves = Vec::new();
        self.for_each_reverse_move(4, |reverse| moves.push(reverse));
        moves.sort_unstable();
        moves
    }

    /// Calls `visit` with every primitive move backwards, each once, as long as no more than `most_restored` rows come
    /// back for the piece that is taken next, those that the board has already not counted.
    pub fn for_each_reverse_move(&self, most_restored: u8, mut visit: impl FnMut(ReverseMove)) {
        let (settled, present) = self.without_full_rows();
        let present = present.bits();
        let most = most_restored.saturating_add(present.count_ones() as u8).min(4);
        let actions = Actions::of_width(self.width());
        let mut restored = 0_u32;
        let _: ControlFlow<()> = settled.try_for_each_predecessor(most, |before| {
            let rows = before.cleared_rows().bits();
            let missing = rows & !present;
            // Rows come back from the bottom up.
            if rows & present != present
                || (missing != 0 && missing.trailing_zeros() < 32 - present.leading_zeros())
            {
                return ControlFlow::Continue(());
            }
            if missing == 0 {
                let placement =
                    actions.placement(before.action).expect("invariant: predecessors name placements");
                visit(ReverseMove::Take { placement, row: before.row });
            } else {
                restored |= missing & missing.wrapping_neg();
            }
            ControlFlow::Continue(())
        });
        let restored = ClearedRows::of_rows(restored);
        restored.iter().for_each(|row| visit(ReverseMove::Restore { row: row as u8 }));
    }

    /// The board after a primitive move backwards; `None` if there is no room for the row, or no such piece to take.
    ///
    /// Whether the move is one of [`Board::reverse_moves`] is not looked at.
    pub fn take_back(&self, reverse: ReverseMove) -> Option<Board> {
        let (size, height) = (self.size(), usize::from(self.height()));
        match reverse {
            ReverseMove::Restore { row } => {
                let row = usize::from(row);
                if row > self.stack_height() || self.stack_height() >= height {
                    return None;
                }
                let rows = (0..height).map(|index| match index.cmp(&row) {
                    std::cmp::Ordering::Less => self.row(index),
                    std::cmp::Ordering::Equal => size.full_row(),
                    std::cmp::Ordering::Greater => self.row(index - 1),
                });
                Some(Board::from_rows(size, rows))
            }
            ReverseMove::Take { placement: Placement { orientation, column }, row } => {
                let shape = orientation.shape();
                let (row, top) = (usize::from(row), usize::from(row) + usize::from(shape.height));
                if top > height || column + shape.width > self.width() {
                    return None;
                }
                let taken = |index: usize| match index {
                    index if (row..top).contains(&index) => shape.row((index - row) as u8) << column,
                    _ => 0,
                };
                let is_there = (row..top).all(|index| self.row(index) & taken(index) == taken(index));
                is_there
                    .then(|| Board::from_rows(size, (0..height).map(|index| self.row(index) & !taken(index))))
            }
        }
    }

    /// The primitive moves that take back the placement `action` which led here, where it did, in their order.
    pub fn moves_that_take_back(&self, before: &Board, action: ActionId) -> Option<Vec<ReverseMove>> {
        let mut after = *before;
        let landing = after.play_action(action).ok()?;
        let placement = Actions::of_width(self.width()).placement(action)?;
        let rows = landing.cleared.iter().map(|row| ReverseMove::Restore { row: row as u8 });
        let take = ReverseMove::Take { placement, row: landing.row };
        (after == *self).then(|| rows.chain([take]).collect())
    }
}
