//! Forward moves: hard drop, line clears, and all successors of a board.

use super::landing::NO_LANDING;
use super::placement::{ActionId, Actions, DropEntry, Placement};
use crate::board::{Board, OUTLINE_AT};
use crate::placed::Placed;
use crate::size::Size;

/// The rows that vanished with a placement, as a set of row numbers before clearing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClearedRows(u32);

impl ClearedRows {
    /// The rows whose bits are set.
    pub(crate) fn of_rows(rows: u32) -> Self {
        Self(rows)
    }

    /// One bit per row.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// How many rows vanished, 0 to 4.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Their numbers from the bottom up, counted before clearing.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..32).filter(move |row| self.0 >> row & 1 == 1)
    }
}

/// Why a placement cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The piece would not lie within the columns of the board.
    #[error("the piece sticks out of the board's {width} columns")]
    OutsideColumns {
        /// Columns of the board.
        width: u8,
    },
    /// The piece would come to rest partly above the top row.
    #[error("the piece comes to rest above the board's {height} rows")]
    AboveTop {
        /// Rows of the board.
        height: u8,
    },
    /// There is no placement with this number.
    #[error("there is no action {action}: this board has actions 0 to {last}")]
    NoSuchAction {
        /// The number asked for.
        action: u16,
        /// The highest number there is.
        last: u16,
    },
}

/// What a placement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The row of the piece's lowest cell when it came to rest.
    pub row: u8,
    /// The rows that vanished.
    pub cleared: ClearedRows,
}

impl Board {
    /// Drops a placement and clears full rows, or leaves the board as it is and says why not.
    pub fn play(&mut self, placement: Placement) -> Result<Landing, PlayError> {
        let actions = Actions::of_width(self.width());
        let id = actions.id(placement).ok_or(PlayError::OutsideColumns { width: self.width() })?;
        self.play_action(id)
    }

    /// Plays the placement with this number, or leaves the board as it is and says why not.
    #[inline(always)]
    pub fn play_action(&mut self, id: ActionId) -> Result<Landing, PlayError> {
        let (drop, row) = self.rest(id)?;
        let fills_row = self.fills_row(drop, row);
        // In place, and the heights without the size behind them: the next placement can then look up its table
        // before the heights of this one are known.
        let piece = Placed::new(drop.cells, usize::from(row));
        for index in 0..8 {
            self.set_word(index, self.word(index) | piece.word(index));
        }
        let (heights, tops) = (*self.column_heights(), drop.column_tops());
        *self.column_heights_mut() = std::array::from_fn(|column| {
            (heights[column] as i8).max(tops[column].wrapping_add(row as i8)) as u8
        });
        let cleared = if fills_row { self.clear_full_rows() } else { ClearedRows::default() };
        Ok(Landing { row, cleared })
    }

    /// The drop with this number and the row where it comes to rest, or why it cannot be dropped.
    #[inline(always)]
    pub(crate) fn rest(&self, id: ActionId) -> Result<(&'static DropEntry, u8), PlayError> {
        let drops = Actions::of_width(self.width()).drops();
        let Some(drop) = drops.get(id.index()) else {
            return Err(PlayError::NoSuchAction { action: id.0, last: drops.len() as u16 - 1 });
        };
        let row = self.resting_row(drop);
        if row + drop.height > self.height() {
            return Err(PlayError::AboveTop { height: self.height() });
        }
        Ok((drop, row))
    }

    /// Calls `visit` with every legal placement, the board it leads to and what vanished.
    #[inline]
    pub fn for_each_successor(&self, mut visit: impl FnMut(ActionId, &Board, ClearedRows)) {
        let drops = Actions::of_width(self.width()).drops();
        let rows = self.landing_rows();
        for (index, (drop, row)) in drops.iter().zip(&rows).enumerate() {
            if *row != NO_LANDING {
                let mut next = self.with_piece(drop, *row);
                let cleared =
                    if self.fills_row(drop, *row) { next.clear_full_rows() } else { ClearedRows::default() };
                visit(ActionId(index as u16), &next, cleared);
            }
        }
    }

    /// Where the drop is stopped: the highest of its columns' heights less the room under the piece there.
    #[inline]
    pub(crate) fn resting_row(&self, drop: &DropEntry) -> u8 {
        let mut row = 0;
        for (height, bottom) in self.column_heights().iter().zip(&drop.bottoms) {
            row = row.max(height.saturating_sub(*bottom));
        }
        row
    }

    /// The board with the piece at its resting row, full rows still in it.
    // Inlined by force, like the test below: as calls they cost a third of the speed of an expansion.
    #[inline(always)]
    pub(crate) fn with_piece(&self, drop: &DropEntry, row: u8) -> Board {
        let mut next = *self;
        let piece = Placed::new(drop.cells, usize::from(row));
        for index in 0..8 {
            next.set_word(index, self.word(index) | piece.word(index));
        }
        // A piece raises the columns that it touches above what they were; the other lanes stay negative.
        for (index, top) in drop.tops.iter().enumerate() {
            let raised = (self.bytes[OUTLINE_AT + index] as i8).max(top.wrapping_add(row as i8));
            next.bytes[OUTLINE_AT + index] = raised as u8;
        }
        next
    }

    /// Whether the piece at its resting row fills up a row; only rows that it touches can be.
    #[inline(always)]
    pub(crate) fn fills_row(&self, drop: &DropEntry, row: u8) -> bool {
        // A lane of `missing` is zero where a row is full.
        let full = u64::from(self.size().full_row()) * LANES;
        let missing = (self.window(usize::from(row)) | drop.cells) ^ full;
        missing.wrapping_sub(LANES) & !missing & (LANES << 15) != 0
    }

    /// Removes the full rows; out of line because it is rare.
    #[cold]
    #[inline(never)]
    pub(crate) fn clear_full_rows(&mut self) -> ClearedRows {
        let full = self.size().full_row();
        let top = self.stack_height();
        let cleared = (0..top).fold(0, |set, row| set | u32::from(self.row(row) == full) << row);
        let mut left = cleared;
        while left != 0 {
            let row = left.ilog2() as usize;
            left ^= 1 << row;
            // The rows above the stack are empty, so that an empty row comes in at the top.
            let before = *self;
            for index in 0..usize::from(Size::MAX_HEIGHT) {
                let from = if index < row { before.row(index) } else { before.row(index + 1) };
                self.set_row(index, from);
            }
        }
        self.recompute_heights(top);
        ClearedRows(cleared)
    }
}

/// A one in the lowest bit of each 16-bit lane.
const LANES: u64 = 0x0001_0001_0001_0001;
