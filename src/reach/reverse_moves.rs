//! The numbered reverse moves of a board.

use std::collections::HashSet;

use tetreach_agents::ActionMask;

use crate::game::{Board, Predecessor};

/// The boards that lead to a board with one placement, each once, in a fixed order.
///
/// They are ordered by the number of rows that vanish, then by the placement, then by height. A mask tells 320 moves
/// apart; where a board has more, those at the end are left out: the ones that bring back the most rows. On 10x20 boards
/// of 1 to 20 random pieces every fourth has more (595 at most), but never more than 144 that bring back one row or
/// none, so every short step back is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReverseMoves {
    moves: Vec<Predecessor>,
    left_out: usize,
}

impl ReverseMoves {
    /// The most moves that are kept.
    pub const CAPACITY: usize = ActionMask::CAPACITY;

    /// The reverse moves of a board.
    pub fn of(board: &Board) -> Self {
        let mut moves: Vec<Predecessor> = board.predecessors().collect();
        // The sort is stable and predecessors come from low to high, so equal keys stay ordered by height.
        moves.sort_by_key(|predecessor| (predecessor.cleared, predecessor.action));
        let mut seen = HashSet::with_capacity(moves.len());
        moves.retain(|predecessor| seen.insert(predecessor.board));
        let left_out = moves.len().saturating_sub(Self::CAPACITY);
        moves.truncate(Self::CAPACITY);
        Self { moves, left_out }
    }

    /// The moves; the index is the action number.
    pub fn as_slice(&self) -> &[Predecessor] {
        &self.moves
    }

    /// How many moves there would be beyond the capacity.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The action numbers in use.
    pub fn mask(&self) -> ActionMask {
        ActionMask::first(self.moves.len())
    }
}
