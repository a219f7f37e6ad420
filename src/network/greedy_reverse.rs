//! The learned agent without search, from the other end: always the reverse move that the network finds best.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tetreach_agents::MirroredEvaluator;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::Model;

use super::backend::{Backend, BoardEvaluator, EngineBackend};
use super::play::take_apart_greedily_until;
use crate::game::{Size, Solution};
use crate::reach::{Direction, MirrorSymmetry, ReachSettings, ReverseTask};
use crate::solve::{Progress, Run, Solver, Verdict};

type TwofoldReverse = Policy<ReverseTask, MirroredEvaluator<BoardEvaluator, MirrorSymmetry>>;

/// Takes the target apart by the best move of the network until the empty board is left.
pub struct GreedyReverseAgent {
    model: Model,
    backend: Arc<dyn Backend>,
    /// Players at rest, by the size of their boards; one that plays belongs to the thread that it plays for.
    players: Mutex<HashMap<Size, Vec<TwofoldReverse>>>,
}

impl GreedyReverseAgent {
    /// The agent that takes targets apart by a model, on the processor; one that does not know the way back solves
    /// nothing.
    pub fn new(model: Model) -> Self {
        Self::on(Arc::new(EngineBackend), model)
    }

    /// The same, wherever networks run.
    pub fn on(backend: Arc<dyn Backend>, model: Model) -> Self {
        Self { model, backend, players: Mutex::default() }
    }

    /// Takes a player for boards of a size from those at rest, or puts one there.
    fn at_rest<R>(&self, size: Size, change: impl FnOnce(&mut Vec<TwofoldReverse>) -> R) -> R {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        change(players.entry(size).or_default())
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, size) = (run.target(), run.target().size());
        let task = ReverseTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut player = match self.at_rest(size, Vec::pop) {
            Some(player) => player,
            None => {
                let one = self.backend.evaluator(&self.model, size, Direction::Backward)?;
                let mirror = MirrorSymmetry::of(Direction::Backward, size);
                Policy::new(task, MirroredEvaluator::new(one, mirror), GreedyBy::Policy)
            }
        };
        let played = take_apart_greedily_until(&mut player, &task, &[*target], &run.meter.deadline());
        self.at_rest(size, |players| players.push(player));
        let episode = played.ok()?.pop()?;
        run.meter.count(2 * episode.way.len() as u64);
        run.request.observer.observe(Progress::Ended(&episode.last));
        if !episode.reached || run.request.budget.nodes.is_some_and(|most| run.meter.nodes() > most) {
            return None;
        }
        let solution = Solution::replay(target, episode.way).ok()?;
        run.found(&solution);
        Some(solution)
    }
}

impl std::fmt::Debug for GreedyReverseAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GreedyReverseAgent").field("backend", &self.backend).finish_non_exhaustive()
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
