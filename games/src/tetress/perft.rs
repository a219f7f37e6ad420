//! Counting paths: the classical check of a move generator.

use std::collections::HashMap;

use super::position::TetressPosition;

/// The number of sequences of exactly `depth` moves from this position.
///
/// ```
/// use tetreach_games::tetress::{TetressPosition, perft};
///
/// assert_eq!(perft(&TetressPosition::START, 1), 2_299);
/// ```
pub fn perft(position: &TetressPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves().count() as u64,
        _ => position.moves().iter().map(|placement| perft(&position.after(placement), depth - 1)).sum(),
    }
}

/// The same number, found faster: positions that a symmetry maps onto each other are counted once.
///
/// ```
/// use tetreach_games::tetress::{TetressPosition, perft_by_symmetry};
///
/// assert_eq!(perft_by_symmetry(&TetressPosition::START, 3), 1_120_804_608);
/// ```
pub fn perft_by_symmetry(position: &TetressPosition, depth: u32) -> u64 {
    let mut level = HashMap::from([(*position, 1)]);
    // The last but one level is walked through without being stored, the last is only counted.
    for _ in 2..depth {
        let mut next = HashMap::new();
        for (position, paths) in &level {
            for placement in position.moves().iter() {
                *next.entry(position.after(placement).canonical()).or_insert(0) += paths;
            }
        }
        level = next;
    }
    level.iter().map(|(position, paths)| paths * perft(position, depth.min(2))).sum()
}
