//! What UCT has to know of a problem.

use std::fmt::Debug;

use crate::search::Player;

/// A deterministic puzzle for one, or a game of two with opposite aims.
///
/// Values are stated for the first player: 1 a win, 0 a loss, anything between for a draw or an estimate. Puzzles may
/// use a larger scale, on which an outcome of 1 or more is a win; `c` then has to grow with it.
pub trait SearchProblem {
    /// A position.
    type State: Clone;
    /// A move.
    type Move: Copy + PartialEq + Debug;

    /// Appends the legal moves of a position to `moves`, always in the same order.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Makes a legal move.
    fn apply(&self, state: &mut Self::State, action: Self::Move);

    /// The value of a position in which the problem has ended, `None` if it goes on.
    fn outcome(&self, state: &Self::State) -> Option<f64>;

    /// Who moves in a position.
    fn mover(&self, _state: &Self::State) -> Player {
        Player::First
    }

    /// The value of a position that has not ended but has no move either.
    fn dead_end(&self, _state: &Self::State) -> f64 {
        0.0
    }

    /// The value of a position in which random play was stopped by the depth cap.
    fn cutoff(&self, _state: &Self::State) -> f64 {
        0.0
    }
}
