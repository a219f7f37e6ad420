//! Alpha-beta on mobility.

use std::fmt;
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::alpha_beta::{
    AlphaBeta, AlphaBetaError, AlphaBetaReport, AlphaBetaSettings, Limits,
};

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::game::Tetress;
use super::super::mobility::Mobility;
use super::random::random_move;
use crate::game::tetress::{TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Positions looked at for a move without a budget.
const NODES: u64 = 200_000;

/// Alpha-beta with iterative deepening on [`Mobility`]; endings are solved exactly. The table lives as long as the
/// agent.
pub struct AlphaBetaAgent {
    search: AlphaBeta<Tetress, Mobility>,
    last: Option<AlphaBetaReport>,
}

impl AlphaBetaAgent {
    /// Settings chosen by hand; no others were measured.
    pub const SETTINGS: AlphaBetaSettings = AlphaBetaSettings { width: Some(12), table_bits: 16, bonus: 20 };

    /// An agent with these settings.
    pub fn new(settings: AlphaBetaSettings) -> Result<Self, AlphaBetaError> {
        Ok(AlphaBetaAgent { search: AlphaBeta::new(Tetress, Mobility, settings)?, last: None })
    }

    /// What the last search found.
    pub fn last(&self) -> Option<&AlphaBetaReport> {
        self.last.as_ref()
    }
}

impl Default for AlphaBetaAgent {
    fn default() -> Self {
        AlphaBetaAgent::new(Self::SETTINGS).expect("invariant: the settings are valid")
    }
}

impl fmt::Debug for AlphaBetaAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBetaAgent").field("last", &self.last).finish_non_exhaustive()
    }
}

impl TetressAgent for AlphaBetaAgent {
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let limits = Limits {
            depth: None,
            nodes: budget.nodes.or(budget.seconds.is_none().then_some(NODES)),
            deadline: budget.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds)),
        };
        let report = self.search.search(position, limits);
        self.last = Some(report);
        Ok(report.action.map_or_else(|| random_move(position, rng), Tetress::placement))
    }

    fn remarks(&self) -> Vec<(&'static str, String)> {
        let Some(last) = &self.last else { return Vec::new() };
        let worth = match last.solved {
            Some(worth) if worth > 0.5 => "proved win".to_owned(),
            Some(worth) if worth < 0.5 => "proved loss".to_owned(),
            Some(_) => "proved draw".to_owned(),
            None => last.score.to_string(),
        };
        vec![("depth", last.depth.to_string()), ("positions", last.nodes.to_string()), ("value", worth)]
    }
}
