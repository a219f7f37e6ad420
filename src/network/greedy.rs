//! The learned agent without search: always the move that the network finds best, as it stands and in the mirror.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tetreach_agents::MirroredEvaluator;
use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::Policy;
use tetreach_agents::store::Model;

use super::play::play_greedily;
use super::player::evaluator;
use crate::game::{Size, Solution};
use crate::reach::{MirrorSymmetry, ReachEncoder, ReachSettings, ReachTask};
use crate::solve::{Progress, Run, Solver, Verdict};

type TwofoldPlayer = Policy<ReachTask, MirroredEvaluator<EngineEvaluator<ReachEncoder>, MirrorSymmetry>>;

/// Plays the best move by the network until the target is reached or out of reach.
#[derive(Debug)]
pub struct GreedyAgent {
    model: Model,
    /// One player for each size of boards met so far; a network belongs to one thread at a time.
    players: Mutex<HashMap<Size, Option<TwofoldPlayer>>>,
}

impl GreedyAgent {
    /// The agent that plays by a model.
    pub fn new(model: Model) -> Self {
        Self { model, players: Mutex::default() }
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, size) = (run.target(), run.target().size());
        let task = ReachTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let player = players.entry(size).or_insert_with(|| {
            let twofold = MirroredEvaluator::new(evaluator(&self.model, size)?, MirrorSymmetry::new(size));
            Some(Policy::new(task, twofold, self.model.card().greedy))
        });
        if run.meter.is_spent() {
            return None;
        }
        let episode = play_greedily(player.as_mut()?, &task, &[*target]).ok()?.pop()?;
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

impl Solver for GreedyAgent {
    fn name(&self) -> &str {
        "greedy"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        self.play(run).into()
    }
}
