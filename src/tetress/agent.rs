//! Who plays Tetress.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use crate::game::tetress::{Colour, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Why an agent has no move to offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct AgentFailure {
    /// What went wrong, in one sentence.
    pub message: String,
}

/// Chooses moves; lives for one game.
pub trait TetressAgent: Debug + Send {
    /// A move for the player whose turn it is in a position that has not ended.
    ///
    /// Agents without a use for the budget spend what they always do; nodes are positions looked at or random games.
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure>;

    /// What it says of its last move, if it is monitored: names and numbers.
    fn remarks(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Is told of every move of the game, its own and those of the opening too.
    fn observe(&mut self, _colour: Colour, _placement: TetressPlacement) {}
}
