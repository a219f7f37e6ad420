//! The best position after one move.

use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::heuristic::report_heuristic;
use crate::game::tetress::{TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Makes the move after which the report's function is largest; the first of equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl TetressAgent for Greedy {
    fn act(
        &mut self,
        position: &TetressPosition,
        _budget: Budget,
        _rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let value =
            |placement: &TetressPlacement| report_heuristic(&position.after(*placement), position.mover());
        let best = position.moves().iter().map(|placement| (placement, value(&placement)));
        let best = best.reduce(|best, next| if next.1 > best.1 { next } else { best });
        Ok(best.expect("invariant: the game has not ended").0)
    }
}
