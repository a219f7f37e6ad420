//! Sixteen columns at once: loops of constant length that the compiler turns into vector instructions.

/// One number for each column that a piece can be dropped in.
pub(super) type ColumnLanes = [u32; 16];

/// The same operation in all lanes.
#[inline(always)]
pub(super) fn each(operation: impl Fn(usize) -> u32) -> ColumnLanes {
    // A plain loop: `array::from_fn` is now and then left as a call, and its lanes go through memory.
    let mut lanes = [0; 16];
    for (index, lane) in lanes.iter_mut().enumerate() {
        *lane = operation(index);
    }
    lanes
}

/// Sixteen neighbours from a place on.
#[inline(always)]
pub(super) fn from(array: &[u32; 24], first: usize) -> ColumnLanes {
    array[first..first + 16].try_into().expect("invariant: sixteen of twenty-four")
}

/// The bits of the rows below a row, up to 32.
#[inline(always)]
pub(super) fn below(row: u32) -> u32 {
    let bit = if row < 32 { 1_u32 << row } else { 0 };
    bit.wrapping_sub(1)
}

/// The rows of the cells, counted from 1 and summed up.
#[inline(always)]
pub(super) fn row_sum(cells: u32) -> u32 {
    // Each binary digit of the row numbers by itself.
    cells.count_ones()
        + (cells & 0xAAAA_AAAA).count_ones()
        + 2 * (cells & 0xCCCC_CCCC).count_ones()
        + 4 * (cells & 0xF0F0_F0F0).count_ones()
        + 8 * (cells & 0xFF00_FF00).count_ones()
        + 16 * (cells & 0xFFFF_0000).count_ones()
}

/// For each of some empty cells, it and the empty cells right below it in its column.
#[inline]
pub(super) fn runs(mut cells: ColumnLanes, columns: &ColumnLanes) -> ColumnLanes {
    let mut sum = [0; 16];
    // All cells one row down at a time, until they are in the ground.
    while cells.iter().fold(0, |any, cells| any | cells) != 0 {
        sum = each(|i| sum[i] + cells[i].count_ones());
        cells = each(|i| cells[i] >> 1 & !columns[i]);
    }
    sum
}
