//! Any legal move.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use crate::game::tetress::{TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Chooses uniformly among the legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl TetressAgent for Random {
    fn act(
        &mut self,
        position: &TetressPosition,
        _budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        Ok(random_move(position, rng))
    }
}

/// A uniformly random move of a position that has not ended.
pub(super) fn random_move(position: &TetressPosition, rng: &mut Pcg64Mcg) -> TetressPlacement {
    let moves = position.moves();
    let rank = rng.random_range(0..moves.count());
    moves.nth(rank).expect("invariant: the rank is below the count")
}
