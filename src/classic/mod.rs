//! Tetris with given pieces for agents: the task and its environment, players, games and what they amount to.
//!
//! - [`ClassicTask`], [`ClassicEnv`]: the rules of [`tetreach_games::classic`] by the contract of environments
//! - [`ClassicPlayer`], [`NamedPlayer`]: who plays, by name
//! - [`play`], [`ClassicTournament`]: single games, and many of them on all cores
//! - [`read_weights`], [`written_weights`]: weights of features in TOML files
//! - [`tune`]: finding weights
//! - [`demo`]: recorded placements in Sir Tet's format

mod agent;
pub mod demo;
mod env;
mod game;
mod player;
mod space;
mod task;
mod tournament;
pub mod tune;
mod weights_file;

pub use agent::{NamedPlayer, PlayerError};
pub use env::{ClassicEnv, ClassicOptions, VectorClassicEnv};
pub use game::{FinishedGame, GameLimit, play};
pub use player::ClassicPlayer;
pub use space::StateSpace;
pub use task::ClassicTask;
pub use tournament::{ClassicTournament, PlayerStanding};
pub use weights_file::{WeightsFileError, read_weights, written_weights};
