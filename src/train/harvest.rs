//! What an actor hands to the learner.

use serde::{Deserialize, Serialize};
use tetreach_agents::Action;

use crate::game::Board;

/// What a search advised before a placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The number of the placement in its episode.
    pub step: usize,
    /// Placements with their shares, which sum to 1.
    pub policy: Box<[(Action, f32)]>,
}

/// A sequence of placements with the boards between them; one board more than actions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// The boards, the first one before any placement.
    pub states: Vec<Board>,
    /// The placements.
    pub actions: Vec<Action>,
    /// What was to be reached.
    pub goal: Board,
    /// What searches advised on the way.
    pub advice: Vec<Advice>,
}

impl Episode {
    /// An episode that has not made a step yet.
    pub fn new(start: Board, goal: Board) -> Self {
        Episode { states: vec![start], actions: Vec::new(), goal, advice: Vec::new() }
    }

    /// The board that it has come to.
    pub fn end(&self) -> Board {
        *self.states.last().expect("invariant: an episode has the board it starts from")
    }

    /// Adds a placement and where it led.
    pub fn push(&mut self, action: Action, next: Board) {
        self.actions.push(action);
        self.states.push(next);
    }
}

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub reached: bool,
    /// Whether no piece fitted any more.
    pub stuck: bool,
    /// Pieces placed.
    pub length: u32,
    /// Sum of the rewards.
    pub earned: f32,
}

/// What searches took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchWork {
    /// Simulations.
    pub simulations: u64,
    /// Boards that the network judged.
    pub judged: u64,
    /// Batches that it judged them in.
    pub batches: u64,
}

/// The yield of one turn of an actor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Harvest {
    /// Episodes that ended, played or demonstrated.
    pub episodes: Vec<Episode>,
    /// How the played ones ended.
    pub outcomes: Vec<Outcome>,
    /// Placements made in play.
    pub environment_steps: u64,
    /// Placements shown in demonstrations.
    pub demonstration_steps: u64,
    /// What the searches behind them took.
    pub search: SearchWork,
}

impl Harvest {
    /// Placements made in play or shown.
    pub fn steps(&self) -> u64 {
        self.environment_steps + self.demonstration_steps
    }
}
