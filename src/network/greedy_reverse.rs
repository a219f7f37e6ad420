//! The learned agent without search, from the other end: always the reverse move that the network finds best.

use std::sync::Arc;

use tetreach_agents::store::Model;

use super::backend::{Backend, EngineBackend};
use super::play::take_apart_greedily_until;
use super::twofold::TwofoldPlayers;
use crate::game::Solution;
use crate::reach::{Direction, ReachSettings, ReverseTask};
use crate::solve::{Run, Solver, Verdict};

/// Takes the target apart by the best move of the network until the empty board is left.
#[derive(Debug)]
pub struct GreedyReverseAgent {
    players: TwofoldPlayers<ReverseTask>,
}

impl GreedyReverseAgent {
    /// The agent that takes targets apart by a model, on the processor; one that does not know the way back solves
    /// nothing.
    pub fn new(model: Model) -> Self {
        Self::on(Arc::new(EngineBackend), model)
    }

    /// The same, wherever networks run.
    pub fn on(backend: Arc<dyn Backend>, model: Model) -> Self {
        let greedy = model.card().greedy;
        Self { players: TwofoldPlayers::new(backend, model, Direction::Backward, greedy) }
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, deadline) = (run.target(), run.meter.deadline());
        let task = ReverseTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
        let play = |player: &mut _| take_apart_greedily_until(player, &task, &[*target], &deadline);
        let episode = self.players.play(run, task, play).filter(|episode| episode.reached)?;
        let solution = Solution::replay(target, episode.way).ok()?;
        run.found(&solution);
        Some(solution)
    }
}

impl Solver for GreedyReverseAgent {
    fn name(&self) -> &str {
        "greedy-backward"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        self.play(run).into()
    }
}
