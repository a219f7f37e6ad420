//! Where all placements of a board come to rest, computed for all columns of an orientation at once.

use super::placement::{ActionId, Actions, MAX_ACTIONS, Placement};
use crate::board::Board;
use crate::piece::{Orientation, Shape};

/// The landing row of a placement that is not legal.
pub const NO_LANDING: u8 = u8::MAX;

/// 64-bit words that hold one bit for every action of any board.
pub const MASK_WORDS: usize = MAX_ACTIONS.div_ceil(64);

impl Board {
    /// The row where the lowest cell of this placement would come to rest, if it is legal.
    pub fn landing_row(&self, placement: Placement) -> Option<u8> {
        let actions = Actions::of_width(self.width());
        let drop = &actions.drops()[actions.id(placement)?.index()];
        let row = self.resting_row(drop);
        (row + drop.height <= self.height()).then_some(row)
    }

    /// The row of the lowest cell of every placement at rest, by action number; [`NO_LANDING`] if it is not legal.
    #[inline]
    pub fn landing_rows(&self) -> [u8; MAX_ACTIONS] {
        let actions = Actions::of_width(self.width());
        let mut rows = [NO_LANDING; MAX_ACTIONS + 16];
        for orientation in Orientation::all() {
            // Sixteen columns are written; what is too much is overwritten by the next orientation.
            let range = actions.of_orientation(orientation);
            let landing = self.landing_rows_of(orientation.shape());
            rows[range.start..range.start + 16].copy_from_slice(&landing);
        }
        rows[actions.count()..].fill(NO_LANDING);
        rows[..MAX_ACTIONS].try_into().expect("invariant: longer by sixteen")
    }

    /// One bit for every legal placement: bit `a % 64` of word `a / 64` for action `a`.
    #[inline]
    pub fn legal_mask(&self) -> [u64; MASK_WORDS] {
        let rows = self.landing_rows();
        let mut mask = [0; MASK_WORDS];
        for (word, rows) in mask.iter_mut().zip(rows.chunks(64)) {
            for (index, rows) in rows.chunks(8).enumerate() {
                let mut bytes = [NO_LANDING; 8];
                bytes[..rows.len()].copy_from_slice(rows);
                // Only NO_LANDING has its highest bit set; the product gathers one bit of each byte.
                let legal = !u64::from_le_bytes(bytes) >> 7 & 0x0101_0101_0101_0101;
                *word |= (legal.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
            }
        }
        mask
    }

    /// The numbers of all legal placements, in order.
    pub fn legal_actions(&self) -> impl Iterator<Item = ActionId> + use<> {
        let rows = self.landing_rows();
        (0..MAX_ACTIONS).filter(move |index| rows[*index] != NO_LANDING).map(|index| ActionId(index as u16))
    }

    /// The landing rows of a shape in columns 0 to 15, some of which may not exist on this board.
    #[inline]
    pub(crate) fn landing_rows_of(&self, shape: &Shape) -> [u8; 16] {
        let heights = self.padded_heights();
        let limit = self.height().wrapping_sub(shape.height);
        let mut rows = [0; 16];
        for column in 0..16 {
            let stop = |offset: usize| heights[column + offset].saturating_sub(shape.bottoms[offset]);
            let row = stop(0).max(stop(1)).max(stop(2).max(stop(3)));
            rows[column] = if row as i8 <= limit as i8 { row } else { NO_LANDING };
        }
        rows
    }
}
