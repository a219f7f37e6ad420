//! Players that ask a network as the board stands and in the mirror, kept from one game to the next.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tetreach_agents::evaluate::{ActError, GreedyBy, Policy};
use tetreach_agents::store::Model;
use tetreach_agents::{GoalTask, MirroredEvaluator};

use super::backend::{Backend, BoardEvaluator};
use super::play::GreedyEpisode;
use crate::game::{Board, Size};
use crate::reach::{Direction, MirrorSymmetry};
use crate::solve::{Progress, Run};

/// Plays the best move of a network.
pub(super) type TwofoldPlayer<T> = Policy<T, MirroredEvaluator<BoardEvaluator, MirrorSymmetry>>;

/// Players for one direction and boards of any size.
pub(super) struct TwofoldPlayers<T: GoalTask> {
    model: Model,
    backend: Arc<dyn Backend>,
    direction: Direction,
    greedy: GreedyBy,
    /// Players at rest, by the size of their boards; one that plays belongs to the thread that it plays for.
    at_rest: Mutex<HashMap<Size, Vec<TwofoldPlayer<T>>>>,
}

impl<T: GoalTask<State = Board, Goal = Board> + Copy> TwofoldPlayers<T> {
    /// Players by a model, wherever networks run.
    pub fn new(backend: Arc<dyn Backend>, model: Model, direction: Direction, greedy: GreedyBy) -> Self {
        Self { model, backend, direction, greedy, at_rest: Mutex::default() }
    }

    /// Has a player play one episode, which is charged to the run; `None` if the network does not know the way, or if
    /// the budget is spent.
    pub fn play(
        &self,
        run: &mut Run<'_>,
        task: T,
        play: impl FnOnce(&mut TwofoldPlayer<T>) -> Result<Vec<GreedyEpisode>, ActError>,
    ) -> Option<GreedyEpisode> {
        let size = run.target().size();
        let mut player = match self.rest(size, Vec::pop) {
            Some(player) => player,
            None => {
                let evaluator = self.backend.evaluator(&self.model, size, self.direction)?;
                let mirror = MirrorSymmetry::of(self.direction, size);
                Policy::new(task, MirroredEvaluator::new(evaluator, mirror), self.greedy)
            }
        };
        let played = play(&mut player);
        self.rest(size, |players| players.push(player));
        let episode = played.ok()?.pop()?;
        run.meter.count(2 * episode.way.len() as u64);
        run.request.observer.observe(Progress::Ended(&episode.last));
        let is_spent = run.request.budget.nodes.is_some_and(|most| run.meter.nodes() > most);
        (!is_spent).then_some(episode)
    }

    /// Takes a player for boards of a size from those at rest, or puts one there.
    fn rest<R>(&self, size: Size, change: impl FnOnce(&mut Vec<TwofoldPlayer<T>>) -> R) -> R {
        let mut players = self.at_rest.lock().unwrap_or_else(PoisonError::into_inner);
        change(players.entry(size).or_default())
    }
}

impl<T: GoalTask> fmt::Debug for TwofoldPlayers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwofoldPlayers").field("backend", &self.backend).finish_non_exhaustive()
    }
}
