//! The report's hybrid.

use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::faults::ReportFaults;
use super::{Iterations, ReportMcts, ReportMinimax, filled};
use crate::game::tetress::{TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// The report says half of the game; its code's tree search begins at this number of filled cells.
const HALF: usize = 50;

/// Minimax in the first half of the game, tree search in the second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hybrid {
    /// What is done otherwise than the report says.
    pub faults: ReportFaults,
}

impl TetressAgent for Hybrid {
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let faults = self.faults;
        if filled(position) < HALF {
            ReportMinimax { faults }.act(position, budget, rng)
        } else {
            ReportMcts { faults, iterations: Iterations::Reported }.act(position, budget, rng)
        }
    }
}
