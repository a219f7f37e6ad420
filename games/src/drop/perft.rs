//! Counting paths: the classical check of a move generator.

use crate::board::Board;

/// The number of placement sequences of exactly `depth` pieces that can be played on this board.
///
/// ```
/// use tetreach_games::{Board, Size, perft};
///
/// let empty = Board::empty(Size::STANDARD);
/// assert_eq!(perft(&empty, 1), 162);
/// assert_eq!(perft(&empty, 2), 162 * 162);
/// ```
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
