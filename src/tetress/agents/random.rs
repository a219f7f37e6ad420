//! Any legal move.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::super::agent::{Agent, AgentFailure};
use crate::game::tetress::{Placement, Position};
use crate::solve::Budget;

/// Chooses uniformly among the legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn act(
        &mut self,
        position: &Position,
        _budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<Placement, AgentFailure> {
        Ok(random_move(position, rng))
    }
}

/// A uniformly random move of a position that has not ended.
pub(super) fn random_move(position: &Position, rng: &mut Pcg64Mcg) -> Placement {
    let moves = position.moves();
    let rank = rng.random_range(0..moves.count());
    moves.nth(rank).expect("invariant: the rank is below the count")
}
