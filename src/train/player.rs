//! How an actor comes by experience: by playing, or by searching.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::collector::{Collector, CollectorState};
use super::error::TrainError;
use super::expedition::Expedition;
use super::harvest::Harvest;
use super::judge::Judge;

/// Who makes the moves.
#[derive(Debug)]
pub enum Player<J> {
    /// The network's own choice and chance, a piece a turn on every board.
    Policy(Box<Collector<J>>),
    /// Searches that the network guides, whole ways a turn.
    Search(Box<Expedition<J>>),
}

/// All that changes in a player, to be kept in a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerState {
    /// Boards in play.
    Policy(CollectorState),
    /// Searches begin and end within a turn: nothing but the random stream lasts.
    Search(Pcg64Mcg),
}

impl<J: Judge> Player<J> {
    /// Boards in play, or targets searched for, at a time.
    pub fn boards(&self) -> usize {
        match self {
            Player::Policy(collector) => collector.boards(),
            Player::Search(expedition) => expedition.targets(),
        }
    }

    /// Takes on newer weights.
    pub fn follow(&mut self, weights: &[f32]) {
        match self {
            Player::Policy(collector) => collector.actor.evaluator.follow(weights),
            Player::Search(expedition) => expedition.judge.follow(weights),
        }
    }

    /// One turn; `all_steps` are the environment steps of all actors so far.
    pub fn play(&mut self, epsilon: f64, all_steps: u64, harvest: &mut Harvest) -> Result<(), TrainError> {
        match self {
            Player::Policy(collector) => collector.step(epsilon, harvest),
            Player::Search(expedition) => expedition.explore(all_steps, harvest),
        }
    }

    /// All that a checkpoint must keep.
    pub fn state(&self) -> PlayerState {
        match self {
            Player::Policy(collector) => PlayerState::Policy(collector.state()),
            Player::Search(expedition) => PlayerState::Search(expedition.rng.clone()),
        }
    }

    /// Goes on exactly where another player was; `None` if that one was of another kind or had other boards.
    pub fn restore(&mut self, state: PlayerState) -> Result<Option<()>, TrainError> {
        match (self, state) {
            (Player::Policy(collector), PlayerState::Policy(state)) => collector.restore(state),
            (Player::Search(expedition), PlayerState::Search(rng)) => {
                expedition.rng = rng;
                Ok(Some(()))
            }
            _ => Ok(None),
        }
    }
}
