//! Estimates of positions that have not ended.

use crate::env::{Game, Outcome};

/// What a look at a position says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judged {
    /// The game is over.
    Ended(Outcome),
    /// It goes on, and this is what it looks like for the player who moves; 0 is even.
    Estimate(i32),
}

/// Estimates positions by looking at them.
pub trait Heuristic<G: Game> {
    /// What a position that has not ended looks like for the player who moves there; 0 is even. Values beyond a million
    /// count as a million.
    fn estimate(&self, game: &G, state: &G::State) -> i32;

    /// Whether the game is over, and if not, the estimate; worth writing if one look gives both.
    fn judge(&self, game: &G, state: &G::State) -> Judged {
        game.outcome(state).map_or_else(|| Judged::Estimate(self.estimate(game, state)), Judged::Ended)
    }
}

/// Knows nothing: all positions that have not ended look even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHeuristic;

impl<G: Game> Heuristic<G> for NoHeuristic {
    fn estimate(&self, _game: &G, _state: &G::State) -> i32 {
        0
    }
}
