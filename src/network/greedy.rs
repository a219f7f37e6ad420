//! The learned agent without search: always the move that the network finds best, as it stands and in the mirror.

use std::sync::Arc;

use tetreach_agents::store::Model;

use super::backend::{Backend, EngineBackend};
use super::play::play_greedily_until;
use super::twofold::TwofoldPlayers;
use crate::game::Solution;
use crate::reach::{Direction, ReachSettings, ReachTask};
use crate::solve::{Run, Solver, Verdict};

/// Plays the best move by the network until the target is reached or out of reach.
#[derive(Debug)]
pub struct GreedyAgent {
    players: TwofoldPlayers<ReachTask>,
}

impl GreedyAgent {
    /// The agent that plays by a model, on the processor.
    pub fn new(model: Model) -> Self {
        Self::on(Arc::new(EngineBackend), model)
    }

    /// The agent that plays by a model, wherever networks run.
    pub fn on(backend: Arc<dyn Backend>, model: Model) -> Self {
        let greedy = model.card().greedy;
        Self { players: TwofoldPlayers::new(backend, model, Direction::Forward, greedy) }
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, deadline) = (run.target(), run.meter.deadline());
        let task = ReachTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
        let play = |player: &mut _| play_greedily_until(player, &task, &[*target], &deadline);
        let episode = self.players.play(run, task, play)?;
        let solution = Solution::replay(target, episode.way).ok()?;
        run.found(&solution);
        Some(solution)
    }
}

impl Solver for GreedyAgent {
    fn name(&self) -> &str {
        "greedy"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        self.play(run).into()
    }
}
