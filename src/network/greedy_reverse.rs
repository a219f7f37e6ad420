//! The learned agent without search, from the other end: always the reverse move that the network finds best.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tetreach_agents::MirroredEvaluator;
use tetreach_agents::engine::EngineEvaluator;
use tetreach_agents::evaluate::{GreedyBy, Policy};
use tetreach_agents::store::Model;

use super::play::take_apart_greedily;
use super::player::reverse_evaluator;
use crate::game::{Size, Solution};
use crate::reach::{ReachSettings, ReverseEncoder, ReverseMirror, ReverseTask};
use crate::solve::{Progress, Run, Solver, Verdict};

type TwofoldReverse = Policy<ReverseTask, MirroredEvaluator<EngineEvaluator<ReverseEncoder>, ReverseMirror>>;

/// Takes the target apart by the best move of the network until the empty board is left.
#[derive(Debug)]
pub struct GreedyReverseAgent {
    model: Model,
    /// One player for each size of boards met so far; a network belongs to one thread at a time.
    players: Mutex<HashMap<Size, Option<TwofoldReverse>>>,
}

impl GreedyReverseAgent {
    /// The agent that takes targets apart by a model; one that does not know the way back solves nothing.
    pub fn new(model: Model) -> Self {
        Self { model, players: Mutex::default() }
    }

    fn play(&self, run: &mut Run<'_>) -> Option<Solution> {
        let (target, size) = (run.target(), run.target().size());
        let task = ReverseTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let player = players.entry(size).or_insert_with(|| {
            let one = reverse_evaluator(&self.model, size)?;
            Some(Policy::new(task, MirroredEvaluator::new(one, ReverseMirror::new(size)), GreedyBy::Policy))
        });
        if run.meter.is_spent() {
            return None;
        }
        let episode = take_apart_greedily(player.as_mut()?, &task, &[*target]).ok()?.pop()?;
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

impl Solver for GreedyReverseAgent {
    fn name(&self) -> &str {
        "greedy-backward"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        self.play(run).into()
    }
}
