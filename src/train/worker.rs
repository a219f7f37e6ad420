//! An actor: plays and demonstrates in turns.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::Schedule;

use super::demonstrations::Demonstrations;
use super::error::TrainError;
use super::harvest::Harvest;
use super::judge::Judge;
use super::newest::NewestWeights;
use super::player::{Player, PlayerState};

/// All that changes in an actor, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerState {
    player: PlayerState,
    demonstrations: Pcg64Mcg,
    environment_steps: u64,
    demonstration_steps: u64,
}

/// One actor with its boards and its own copy of the network.
#[derive(Debug)]
pub struct Worker<J> {
    player: Player<J>,
    demonstrations: Demonstrations,
    /// Share of demonstrations in what is collected.
    share: f64,
    /// Share of random placements, by the environment steps of all actors.
    epsilon: Schedule,
    newest: Arc<NewestWeights>,
    seen: u64,
    environment_steps: u64,
    demonstration_steps: u64,
}

impl<J: Judge> Worker<J> {
    /// An actor that has not done anything yet.
    pub fn new(
        player: Player<J>,
        demonstrations: Demonstrations,
        share: f64,
        epsilon: Schedule,
        newest: Arc<NewestWeights>,
    ) -> Self {
        Worker {
            player,
            demonstrations,
            share,
            epsilon,
            newest,
            seen: 0,
            environment_steps: 0,
            demonstration_steps: 0,
        }
    }

    /// Placements of a turn, about.
    pub fn turn_length(&self) -> u64 {
        self.player.boards() as u64
    }

    /// Placements made and shown so far.
    pub fn collected(&self) -> u64 {
        self.environment_steps + self.demonstration_steps
    }

    /// Plays a turn, or shows about as many placements, whichever is due; `all_steps` are the
    /// environment steps of all actors so far.
    pub fn work(&mut self, all_steps: u64) -> Result<Harvest, TrainError> {
        let mut harvest = Harvest::default();
        while harvest.steps() < self.turn_length() && self.owes_a_demonstration() {
            let episode = self.demonstrations.show()?;
            let steps = episode.actions.len() as u64;
            self.demonstration_steps += steps;
            harvest.demonstration_steps += steps;
            harvest.episodes.push(episode);
        }
        if harvest.steps() == 0 {
            if let Some(weights) = self.newest.since(&mut self.seen) {
                self.player.follow(&weights);
            }
            self.player.play(self.epsilon.at(all_steps), all_steps, &mut harvest)?;
            self.environment_steps += harvest.environment_steps;
            // What a search has played comes with advice of its own.
            for episode in harvest.episodes.iter_mut().filter(|episode| episode.advice.is_empty()) {
                self.demonstrations.advise(episode);
            }
        }
        Ok(harvest)
    }

    fn owes_a_demonstration(&self) -> bool {
        (self.demonstration_steps as f64) < self.share * (self.collected() + 1) as f64
    }

    /// All that a checkpoint must keep.
    pub fn state(&self) -> WorkerState {
        WorkerState {
            player: self.player.state(),
            demonstrations: self.demonstrations.rng.clone(),
            environment_steps: self.environment_steps,
            demonstration_steps: self.demonstration_steps,
        }
    }

    /// Goes on exactly where another actor was; `None` if that one had other boards.
    pub fn restore(&mut self, state: WorkerState) -> Result<Option<()>, TrainError> {
        self.demonstrations.rng = state.demonstrations;
        self.environment_steps = state.environment_steps;
        self.demonstration_steps = state.demonstration_steps;
        self.player.restore(state.player)
    }
}
