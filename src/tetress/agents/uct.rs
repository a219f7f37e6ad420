//! Plain tree search.

use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;
use tetreach_agents::search::Playout;
use tetreach_agents::search::uct::{FinalMove, Uct, UctSettings};

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::game::Tetress;
use super::random::random_move;
use crate::game::tetress::{MAX_TURNS, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Iterations of a move without a budget.
const ITERATIONS: u64 = 10_000;

/// UCT with random games, nothing learned and nothing of the report; a node of the budget is an iteration.
#[derive(Clone, Copy, Debug, Default)]
pub struct UctAgent;

impl TetressAgent for UctAgent {
    fn act(
        &mut self,
        position: &TetressPosition,
        budget: Budget,
        rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let settings = UctSettings {
            exploration: 0.4,
            choice: FinalMove::Visits,
            rollout_depth: MAX_TURNS.into(),
            ..UctSettings::default()
        };
        let deadline = budget.seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
        let iterations = match (budget.nodes, deadline) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => ITERATIONS,
        };
        let mut search = Uct::new(Playout(Tetress), *position, settings)
            .map_err(|error| AgentFailure { message: error.to_string() })?;
        search.run(iterations, rng, || deadline.is_some_and(|deadline| Instant::now() >= deadline));
        Ok(search.best_move().map_or_else(|| random_move(position, rng), Tetress::placement))
    }
}
