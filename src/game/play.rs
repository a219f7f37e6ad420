//! Forward moves: hard drop, line clears, and all successors of a board.

use super::board::Board;
use super::placement::{ActionId, Actions, Drop, Placement};

/// The rows that vanished with a placement, as a set of row numbers before clearing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClearedRows(u32);

impl ClearedRows {
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
    #[inline]
    pub fn play_action(&mut self, id: ActionId) -> Result<Landing, PlayError> {
        let drops = Actions::of_width(self.width()).drops();
        let Some(drop) = drops.get(id.index()) else {
            return Err(PlayError::NoSuchAction { action: id.0, last: drops.len() as u16 - 1 });
        };
        let row = self.resting_row(drop);
        if row + drop.height > self.height() {
            return Err(PlayError::AboveTop { height: self.height() });
        }
        Ok(Landing { row, cleared: self.settle(drop, row) })
    }

    /// The row where the lowest cell of this placement would come to rest, if it is legal.
    pub fn landing_row(&self, placement: Placement) -> Option<u8> {
        let actions = Actions::of_width(self.width());
        let drop = &actions.drops()[actions.id(placement)?.index()];
        let row = self.resting_row(drop);
        (row + drop.height <= self.height()).then_some(row)
    }

    /// The numbers of all legal placements, in order.
    pub fn legal_actions(&self) -> impl Iterator<Item = ActionId> + '_ {
        let drops = Actions::of_width(self.width()).drops().iter().enumerate();
        drops
            .filter(|(_, drop)| self.resting_row(drop) + drop.height <= self.height())
            .map(|(index, _)| ActionId(index as u16))
    }

    /// Calls `visit` with every legal placement, the board it leads to and what vanished.
    #[inline]
    pub fn for_each_successor(&self, mut visit: impl FnMut(ActionId, &Board, ClearedRows)) {
        for (index, drop) in Actions::of_width(self.width()).drops().iter().enumerate() {
            let row = self.resting_row(drop);
            if row + drop.height <= self.height() {
                let mut next = *self;
                let cleared = next.settle(drop, row);
                visit(ActionId(index as u16), &next, cleared);
            }
        }
    }

    /// Where the drop is stopped: the highest of its columns' heights less the room under the piece there.
    #[inline]
    pub(super) fn resting_row(&self, drop: &Drop) -> u8 {
        let first = usize::from(drop.column);
        let heights: [u8; 4] = self.heights[first..first + 4].try_into().expect("invariant: four columns");
        let stop = |column: usize| heights[column].saturating_sub(drop.bottoms[column]);
        stop(0).max(stop(1)).max(stop(2).max(stop(3)))
    }

    /// Writes the piece at its resting row and clears full rows.
    #[inline]
    fn settle(&mut self, drop: &Drop, row: u8) -> ClearedRows {
        let base = usize::from(row);
        let window = self.window(base) | drop.cells;
        self.set_window(base, window);

        let first = usize::from(drop.column);
        let heights = &mut self.heights[first..first + 4];
        let before = u32::from_le_bytes((&*heights).try_into().expect("invariant: four columns"));
        // All four lanes stay below 256: rows are at most 32 and tops at most 4.
        let raised = u32::from(row) * 0x0101_0101 + u32::from_le_bytes(drop.tops);
        let after = (before & !drop.touched) | (raised & drop.touched);
        heights.copy_from_slice(&after.to_le_bytes());

        // Only rows that the piece touches can have become full. A lane of `missing` is zero where a row is full.
        let missing = window ^ (u64::from(self.size().full_row()) * LANES);
        let zero_lanes = missing.wrapping_sub(LANES) & !missing & (LANES << 15);
        if zero_lanes == 0 { ClearedRows::default() } else { self.clear_window(base, window) }
    }

    /// Removes the full rows among the four from `base`; out of line because it is rare.
    #[cold]
    #[inline(never)]
    fn clear_window(&mut self, base: usize, window: u64) -> ClearedRows {
        let full = self.size().full_row();
        let mut cleared = 0_u32;
        for offset in 0..4 {
            if (window >> (16 * offset)) as u16 == full {
                cleared |= 1 << (base + offset);
            }
        }
        let top = self.stack_height();
        let mut kept = base;
        for row in base..top {
            if cleared >> row & 1 == 0 {
                self.set_row(kept, self.row(row));
                kept += 1;
            }
        }
        for row in kept..top {
            self.set_row(row, 0);
        }
        self.recompute_heights();
        ClearedRows(cleared)
    }
}

/// A one in the lowest bit of each 16-bit lane.
const LANES: u64 = 0x0001_0001_0001_0001;
