//! A linear estimate of the lines still needed to build a board, read off its rows.

use crate::game::Board;

/// Number of features of a board.
pub const FEATURES: usize = 32;

/// What the estimate looks at, summed over the rows of a board.
pub fn features(board: &Board) -> [f32; FEATURES] {
    let mut sums = [0.0; FEATURES];
    let full = board.size().full_row();
    let width = u32::from(board.width());
    let stack = board.stack_height();
    let mut above = 0_u16;
    for row in (0..stack).rev() {
        let cells = board.row(row);
        let below = if row == 0 { full } else { board.row(row - 1) };
        let over = board.row(row + 1);
        let count = cells.count_ones();
        // 0..10: how full the row is, in tenths, so that every width can use the same weights.
        sums[(count * 10 / width).min(9) as usize] += 1.0;
        // 10..15: runs of filled cells by length; 15..20: gaps by length.
        run_lengths(cells, full, |length| sums[10 + length.min(5) as usize - 1] += 1.0);
        run_lengths(!cells & full, full, |length| sums[15 + length.min(5) as usize - 1] += 1.0);
        // 20: cells over nothing; 21: runs that hang over nothing at all.
        sums[20] += (cells & !below).count_ones() as f32;
        runs(cells, |run| {
            sums[21] += f32::from(u8::from(run & below == 0));
            sums[22] += f32::from(u8::from(run & over == 0));
        });
        // 23: covered empty cells; 24: empty cells directly under a filled one; 25: cells with nothing above.
        sums[23] += (above & !cells).count_ones() as f32;
        sums[24] += (over & !cells).count_ones() as f32;
        sums[25] += (cells & !above).count_ones() as f32;
        // 26: open gaps of a single cell that nothing covers; 27: those that something covers.
        let gaps = !cells & full;
        let lone = gaps & !(gaps << 1) & !(gaps >> 1);
        sums[26] += (lone & !above).count_ones() as f32;
        sums[27] += (lone & above).count_ones() as f32;
        above |= cells;
    }
    sums[28] = stack as f32;
    let heights = board.heights();
    sums[29] = heights.windows(2).map(|pair| f32::from(pair[0].abs_diff(pair[1]))).sum();
    sums[30] = heights.iter().filter(|height| usize::from(**height) == stack).count() as f32;
    sums[31] = 1.0;
    sums
}

fn runs(mut cells: u16, mut visit: impl FnMut(u16)) {
    while cells != 0 {
        let run = cells & !(cells.wrapping_add(cells & cells.wrapping_neg()));
        visit(run);
        cells &= !run;
    }
}

fn run_lengths(cells: u16, full: u16, mut visit: impl FnMut(u32)) {
    runs(cells & full, |run| visit(run.count_ones()));
}

/// Weights of the features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// One weight a feature.
    pub weights: [f32; FEATURES],
}

impl Estimate {
    /// The lines still needed, as far as the features tell.
    pub fn lines(&self, board: &Board) -> f32 {
        if board.is_empty() {
            return 0.0;
        }
        self.weights.iter().zip(features(board)).map(|(weight, feature)| weight * feature).sum()
    }
}

impl Default for Estimate {
    fn default() -> Self {
        let mut weights = [0.0; FEATURES];
        for (index, weight) in [0.0, 2.5, 2.2, 2.0, 1.6, 1.2, 0.9, 0.6, 0.4, 0.3].into_iter().enumerate() {
            weights[index] = weight;
        }
        weights[20] = 0.1;
        weights[23] = 0.05;
        Self { weights }
    }
}
