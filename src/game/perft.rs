//! Counting paths: the classical check of a move generator.

use super::board::Board;

/// The number of placement sequences of exactly `depth` pieces that can be played on this board.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.legal_actions().count() as u64,
        _ => {
            let mut paths = 0;
            board.for_each_successor(|_, next, _| paths += perft(next, depth - 1));
            paths
        }
    }
}
