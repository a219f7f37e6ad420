//! What a search found.

use crate::env::Action;

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaReport {
    /// The best move, `None` if the game is over.
    pub action: Option<Action>,
    /// Its score for the player who moves: an estimate between a million and minus a million, or far beyond it a win or
    /// a loss.
    pub score: i32,
    /// What the position is worth to the player who moves when both play perfectly, 1 a win and 0 a loss, if that was
    /// proved.
    pub solved: Option<f32>,
    /// Moves ahead that were searched to the end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}
