//! A linear estimate of the lines still needed to build a board, read off its rows.
//!
//! Rows with few cells cost most: what they hang on must be built around them and cleared away again.

use super::LinesAhead;
use crate::game::Board;

/// Number of features of a board.
pub const FEATURES: usize = 11;

/// What the estimate looks at: rows by how few cells they have, gaps by length, runs by what is around them, and the
/// outline. All counts are sums over the board.
pub fn features(board: &Board) -> [f32; FEATURES] {
    let mut sums = [0.0; FEATURES];
    let full = board.size().full_row();
    let width = u32::from(board.width());
    let stack = board.stack_height();
    for row in 0..stack {
        let cells = board.row(row);
        let below = if row == 0 { full } else { board.row(row - 1) };
        let above = board.row(row + 1);
        // 0 to 3: rows that are up to one, two, three or four tenths full.
        let tenths = (cells.count_ones() * 10).div_ceil(width) as usize;
        if (1..=4).contains(&tenths) {
            sums[tenths - 1] += 1.0;
        }
        // 4 to 6: gaps of three, four, and five or more cells.
        runs(!cells & full, |gap| {
            let length = gap.count_ones().min(5) as usize;
            if length >= 3 {
                sums[length + 1] += 1.0;
            }
        });
        // 7: runs with nothing directly under them; 8: runs with nothing directly above them.
        runs(cells, |run| {
            sums[7] += f32::from(u8::from(run & below == 0));
            sums[8] += f32::from(u8::from(run & above == 0));
        });
    }
    // 9: differences between neighbouring columns; 10: columns as high as the stack.
    let heights = board.heights();
    sums[9] = heights.windows(2).map(|pair| f32::from(pair[0].abs_diff(pair[1]))).sum();
    sums[10] = heights.iter().filter(|height| usize::from(**height) == stack).count() as f32;
    sums
}

/// Calls `visit` with every run of neighbouring set bits.
pub(in crate::solve) fn runs(mut cells: u16, mut visit: impl FnMut(u16)) {
    while cells != 0 {
        let lowest = cells & cells.wrapping_neg();
        let run = cells & !cells.wrapping_add(lowest);
        visit(run);
        cells &= !run;
    }
}

/// Weights of the features, none of them negative: without that, the fit promises lines for free on boards unlike
/// those it has seen, and the search runs after them.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    /// One weight a feature.
    pub weights: [f32; FEATURES],
}

impl Estimate {
    /// Fitted to the lines that the waypoint beam itself needed, by `cargo run --release --example fit_estimate`.
    pub const FITTED: Self =
        Self { weights: [1.43, 0.85, 0.48, 0.29, 0.06, 0.14, 0.05, 0.63, 0.05, 0.07, 0.08] };
}

impl LinesAhead for Estimate {
    fn lines(&self, board: &Board) -> f32 {
        if board.is_empty() {
            return 0.0;
        }
        self.weights.iter().zip(features(board)).map(|(weight, feature)| weight * feature).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn features_count_what_they_say() {
        // ..........
        // ##.......#   two runs, gaps of seven; the right run hangs
        // #####.....   one run, a gap of five
        let board = Board::from_rows(Size::STANDARD, [0b00_0001_1111, 0b10_0000_0011]);
        let found = features(&board);
        assert_eq!(found[..4], [0.0, 0.0, 1.0, 0.0]);
        assert_eq!(found[4..7], [0.0, 0.0, 2.0]);
        assert_eq!(found[7..9], [1.0, 2.0]);
        assert_eq!(found[9..], [1.0 + 1.0 + 2.0, 3.0]);
    }

    #[test]
    fn emptier_rows_need_more_lines() {
        let estimate = Estimate::FITTED;
        let lines = |row: u16| estimate.lines(&Board::from_rows(Size::STANDARD, [row]));
        assert_eq!(estimate.lines(&Board::empty(Size::STANDARD)), 0.0);
        assert!(lines(0b00_0001_0001) > lines(0b11_0011_1111));
    }
}
