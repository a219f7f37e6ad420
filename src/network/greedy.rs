//! The learned agent without search: always the move that the network finds best, as it stands and in the mirror.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tetreach_agents::MirroredEvaluator;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::store::Model;

use super::backend::{Backend, BoardEvaluator, EngineBackend};
use super::play::play_greedily_until;
use crate::game::{Size, Solution};
use crate::reach::{Direction, MirrorSymmetry, ReachSettings, ReachTask};
use crate::solve::{Progress, Run, Solver, Verdict};

type TwofoldPlayer = Policy<ReachTask, MirroredEvaluator<BoardEvaluator, MirrorSymmetry>>;

/// Plays the best move by the network until the target is reached or out of reach.
pub struct GreedyAgent {
    model: Model,
    backend: Arc<dyn Backend>,
    /// Players at rest, by the size of their boards; one that plays belongs to the thread that it plays for.
    players: Mutex<HashMap<Size, Vec<TwofoldPlayer>>>,
}

impl GreedyAgent {
    /// The agent that plays by a model, on the processor.
    pub fn new(model: Model) -> Self {
        Self::on(Arc::new(EngineBackend), model)
    }

    /// The agent that plays by a model, wherever networks run.
    pub fn on(backend: Arc<dyn Backend>, model: Model) -> Self {
        Self { model, backend, players: Mutex::default() }
    }

    /// Takes a player for boards of a size from those at rest, or puts one there.
    fn at_rest<R>(&self, size: Size, change: impl FnOnce(&mut Vec<TwofoldPlayer>) -> R) -> R {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        change(players.entry(size).or_default())
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, size) = (run.target(), run.target().size());
        let task = ReachTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut player = match self.at_rest(size, Vec::pop) {
            Some(player) => player,
            None => {
                let evaluator = self.backend.evaluator(&self.model, size, Direction::Forward)?;
                let twofold = MirroredEvaluator::new(evaluator, MirrorSymmetry::new(size));
                Policy::new(task, twofold, self.model.card().greedy)
            }
        };
        let played = play_greedily_until(&mut player, &task, &[*target], &run.meter.deadline());
        self.at_rest(size, |players| players.push(player));
        let episode = played.ok()?.pop()?;
        run.meter.count(2 * episode.way.len() as u64);
        run.request.observer.observe(Progress::Ended(&episode.last));
        if run.request.budget.nodes.is_some_and(|most| run.meter.nodes() > most) {
            return None;
        }
        let solution = Solution::replay(target, episode.way).ok()?;
        run.found(&solution);
        Some(solution)
    }
}

impl std::fmt::Debug for GreedyAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GreedyAgent").field("backend", &self.backend).finish_non_exhaustive()
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
