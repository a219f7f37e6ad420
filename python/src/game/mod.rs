//! Games of one player that are played for a score: classic and guideline Tetris.

mod classic;
mod guideline;
pub mod keys;
pub mod pieces;
mod record;
mod rules;
mod running;
mod single;
mod vector;

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use tetreach::draw::Canvas;
use tetreach::game::Board;
use tetreach_agents::{Action, EnvError};

pub use record::game_rollout;
pub use rules::PyGameRules;
pub use single::PyGame;
pub use vector::PyGameVector;

use record::RandomPlay;

/// One part of what is seen: bytes from 0 to `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: &'static str,
    pub shape: Vec<usize>,
    pub high: u8,
}

impl Part {
    /// A part of zeros and ones.
    pub fn bits(name: &'static str, shape: impl Into<Vec<usize>>) -> Self {
        Part { name, shape: shape.into(), high: 1 }
    }

    /// A number that stops at 255.
    pub fn number(name: &'static str) -> Self {
        Part { name, shape: vec![1], high: u8::MAX }
    }

    /// The number of bytes.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameStep {
    pub reward: f64,
    pub terminated: bool,
    pub truncated: bool,
    pub illegal: bool,
}

/// What an episode has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub elapsed: u32,
    pub lines: u32,
    pub score: f64,
}

/// A game of any kind.
pub trait AnyGame: Debug + Send + Sync {
    fn clone_box(&self) -> Box<dyn AnyGame>;

    /// Starts an episode, on this board if there is one; a seed restarts the random stream.
    fn reset(&mut self, seed: Option<u64>, start: Option<&Board>) -> Result<(), EnvError>;

    /// Takes an action, by the rule for illegal ones.
    fn step(&mut self, action: Action) -> Result<GameStep, EnvError>;

    /// Whether the episode has ended; `None` before the first reset.
    fn has_ended(&self) -> Option<bool>;

    fn is_legal(&self, action: Action) -> bool;

    /// A legal action drawn with these numbers, 0 if there is none.
    fn random_action(&self, rng: &mut rand_pcg::Pcg64Mcg) -> Action;

    /// Writes what is seen, part after part.
    fn write(&self, out: &mut [u8]);

    /// Writes 1 for each legal action and 0 for the others.
    fn write_mask(&self, out: &mut [u8]);

    fn tally(&self) -> Tally;

    /// The game for people; empty before the first reset.
    fn text(&self) -> String;

    fn canvas(&self, cell: usize) -> Option<Canvas>;

    /// All that the future depends on, beside the rules.
    fn save(&self) -> Vec<u8>;

    /// Goes back to what `save` gave; an error says why the bytes are of no use.
    fn load(&mut self, bytes: &[u8]) -> Result<(), &'static str>;

    /// Random legal play in the environment of the library.
    fn record(&self, steps: usize, seed: u64) -> Result<RandomPlay, EnvError>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
