//! What rows were found to add to the estimate, so that the same row is not judged again and again.

use super::row_net::RowNet;
use super::rows::RowKey;

/// Remembers the latest row that fell into each slot.
#[derive(Clone, Debug)]
pub struct RowMemo {
    slots: Vec<(RowKey, u32)>,
}

const BITS: u32 = 17;
/// No row has this key: keys have sixty bits.
const NONE: RowKey = RowKey(u64::MAX);

impl Default for RowMemo {
    fn default() -> Self {
        Self { slots: vec![(NONE, 0); 1 << BITS] }
    }
}

impl RowMemo {
    /// What the row adds, if it was judged lately.
    #[inline]
    pub fn recall(&self, key: RowKey) -> Option<u32> {
        let (known, units) = self.slots[slot(key)];
        (known == key).then_some(units)
    }

    /// Judges the row and remembers what it adds.
    #[inline]
    pub fn judge(&mut self, net: &RowNet, key: RowKey) -> u32 {
        let units = net.units(key);
        self.slots[slot(key)] = (key, units);
        units
    }
}

#[inline]
fn slot(key: RowKey) -> usize {
    (key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS)) as usize
}
