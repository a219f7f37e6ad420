//! The learned agent without search: always the move that the network finds best, as it stands and in the mirror.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tetreach_agents::MirroredEvaluator;
use tetreach_agents::device::{Device, one_thread};
use tetreach_agents::dqn::Actor;

use super::blueprint::NetworkJudge;
use super::encoder::MirrorSymmetry;
use super::examination::play_greedily;
use super::model::Model;
use crate::game::Size;
use crate::reach::{ReachSettings, ReachTask};
use crate::solve::{Meter, Progress, Report, Request, Solution, Solver, Verdict};

type TwofoldPlayer = Actor<ReachTask, MirroredEvaluator<NetworkJudge, MirrorSymmetry>>;

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
        one_thread();
        Self { model, players: Mutex::default() }
    }

    fn play(&self, request: &Request<'_>, meter: &mut Meter) -> Option<Solution> {
        let target = request.target;
        let task = ReachTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let player = players.entry(target.size()).or_insert_with(|| {
            // The model was found sound when it was loaded.
            let player = self.model.player(task, Device::Cpu).ok().flatten()?;
            let twofold = MirroredEvaluator::new(player.evaluator, MirrorSymmetry::new(target.size()));
            Some(Actor::new(task, twofold, self.model.card().greedy))
        });
        if meter.is_spent() {
            return None;
        }
        let attempt = play_greedily(player.as_mut()?, &task, &[target]).ok()?.pop()?;
        meter.count(2 * attempt.way.len() as u64);
        request.listener.hear(Progress::Ended(&attempt.last));
        if request.budget.nodes.is_some_and(|most| meter.nodes() > most) {
            return None;
        }
        let solution = Solution::replay(&target, attempt.way).ok()?;
        request.listener.hear(Progress::Found(&solution));
        Some(solution)
    }
}

impl Solver for GreedyAgent {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut meter = Meter::start(request.budget, request.cancel.clone());
        let verdict = match request.target.check_admissible() {
            Err(reason) => Verdict::Unreachable(reason.to_string()),
            Ok(()) => self.play(request, &mut meter).map_or(Verdict::NotFound, Verdict::Solved),
        };
        Report::new(verdict, &meter)
    }
}
