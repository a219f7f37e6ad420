//! Estimates for many boards that share their lower rows.

use super::LinesAhead;
use super::hand::Estimate;
use super::memo::RowMemo;
use super::row_net::RowNet;
use super::rows::{ABOVE, RowKey, row_keys, row_or_ground};
use crate::game::{Board, Size};
use crate::solve::construct::{MAX_ROWS, Window};

/// A line in the units of estimates: whole numbers add up to the same sum in any order.
pub const LINE: u32 = 1024;

/// Estimates the lines that boards still need, in parts of a [`LINE`].
pub trait Appraiser: Send {
    /// From now on boards are asked for that have the rows of `board` below `floor`.
    fn settle(&mut self, board: &Board, floor: usize);

    /// The estimate for the board with `window` above the floor; if that is at least `limit`, any number from `limit`
    /// on.
    fn appraise(&mut self, window: Window, limit: u32) -> u32;
}

/// The hand-made estimate, computed from the whole board.
#[derive(Debug)]
pub struct HandAppraiser {
    board: Board,
    floor: usize,
}

impl Default for HandAppraiser {
    fn default() -> Self {
        Self { board: Board::empty(Size::STANDARD), floor: 0 }
    }
}

impl Appraiser for HandAppraiser {
    fn settle(&mut self, board: &Board, floor: usize) {
        (self.board, self.floor) = (*board, floor);
    }

    fn appraise(&mut self, window: Window, _limit: u32) -> u32 {
        (Estimate::FITTED.lines(&window.onto(&self.board, self.floor)) * LINE as f32) as u32
    }
}

/// Rows under the window that rows in it or near it see.
const UNDER: usize = ABOVE + 2;

/// The learned estimate, computed from the rows that changed and those that see them.
#[derive(Debug)]
pub struct RowAppraiser<'a> {
    net: &'a RowNet,
    memo: RowMemo,
    /// What the rows that see nothing of the window add up to.
    untouched: u32,
    /// The rows below the window that are seen, then room for the window and the sky.
    rows: [u16; UNDER + MAX_ROWS + ABOVE],
    /// How many of them lie below the window.
    under: usize,
}

impl<'a> RowAppraiser<'a> {
    /// An appraiser that asks this network.
    pub fn new(net: &'a RowNet) -> Self {
        Self { net, memo: RowMemo::default(), untouched: 0, rows: [0; _], under: 0 }
    }

    fn row(&mut self, key: RowKey) -> u32 {
        self.memo.recall(key).unwrap_or_else(|| self.memo.judge(self.net, key))
    }
}

impl Appraiser for RowAppraiser<'_> {
    fn settle(&mut self, board: &Board, floor: usize) {
        let untouched = floor.saturating_sub(ABOVE);
        self.untouched = row_keys(board).take(untouched).map(|key| self.row(key)).sum();
        let lowest = untouched as isize - 2;
        self.under = (floor as isize - lowest) as usize;
        for (row, cells) in self.rows[..self.under].iter_mut().enumerate() {
            *cells = row_or_ground(board, lowest + row as isize);
        }
    }

    #[inline]
    fn appraise(&mut self, window: Window, limit: u32) -> u32 {
        for (row, cells) in self.rows[self.under..][..MAX_ROWS].iter_mut().enumerate() {
            *cells = window.row(row);
        }
        let mut sum = self.untouched;
        let mut unknown = [RowKey(0); UNDER + MAX_ROWS];
        let mut count = 0;
        let mut key = RowKey::before(self.rows[..5].try_into().expect("invariant: five rows"));
        // Rows that are known come first: often they alone are too much.
        for row in 0..self.under + window.stack() - 2 {
            key = key.next(self.rows[row + 5]);
            match self.memo.recall(key) {
                Some(units) => sum += units,
                None => {
                    unknown[count] = key;
                    count += 1;
                }
            }
        }
        for key in &unknown[..count] {
            if sum >= limit {
                break;
            }
            sum += self.memo.judge(self.net, *key);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_of_a_board_add_up_to_the_whole(
            rows in proptest::collection::vec(1_u16..1023, 1..17),
            tops in proptest::collection::vec(proptest::collection::vec(1_u16..1023, 0..4), 1..5),
            peeled in 1_usize..6,
        ) {
            let board = Board::from_rows(Size::STANDARD, rows);
            let floor = board.stack_height().saturating_sub(peeled);
            for kind in [super::super::EstimateKind::Hand, super::super::EstimateKind::Learned] {
                let mut appraiser = kind.appraiser(10);
                appraiser.settle(&board, floor);
                for top in &tops {
                    let window = Window(top.iter().rev().fold(0, |cells, row| cells << 16 | u128::from(*row)));
                    let whole = kind.for_width(10).lines(&window.onto(&board, floor)) * LINE as f32;
                    let found = appraiser.appraise(window, u32::MAX);
                    prop_assert!((whole - found as f32).abs() < 2.0, "{} and {}", whole, found);
                    prop_assert!(found < 1 || appraiser.appraise(window, found / 2) >= found / 2);
                }
            }
        }
    }
}
