//! The report's way to end a game.

use super::super::heuristic::report_holes;
use crate::game::tetress::{TetressPlacement, TetressPosition};

/// The move that leaves the opponent the fewest moves, the first that leaves none; of equals the last that leaves an
/// even number of holes. `None` if the game is over.
pub fn ending_move(position: &TetressPosition) -> Option<TetressPlacement> {
    let mut best: Option<(TetressPlacement, usize)> = None;
    for placement in position.moves().iter() {
        let after = position.after(placement);
        let left = after.moves().count();
        if left == 0 {
            return Some(placement);
        }
        let better = best
            .is_none_or(|(_, least)| left < least || left == least && report_holes(&after).is_multiple_of(2));
        if better {
            best = Some((placement, left));
        }
    }
    best.map(|(placement, _)| placement)
}
