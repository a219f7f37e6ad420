//! Tetris with given pieces for agents: the task and its environment, players, games and what they amount to.
//!
//! - [`ClassicTask`], [`ClassicEnv`]: the rules of [`tetreach_games::classic`] by the contract of environments
//! - [`ClassicPlayer`], [`NamedPlayer`], [`offered`]: who plays, by name
//! - [`play`], [`ClassicTournament`]: single games, and many of them on all cores
//! - [`read_weights`], [`written_weights`]: weights of features in TOML files
//! - [`tune`]: finding weights
//! - [`LearnedTask`], [`ClassicEncoder`]: the game as learners are told of it and as networks see it
//! - [`ClassicNetwork`], [`ClassicTree`]: trained networks and tree searches as players
//! - [`demo`]: recorded placements in Sir Tet's format

mod agent;
pub mod demo;
mod encoder;
mod env;
mod game;
mod learned_task;
mod network;
mod offered;
mod player;
mod settings;
mod space;
mod task;
mod tournament;
mod tree;
pub mod tune;
mod weights_file;

pub use agent::{NamedPlayer, PlayerError};
pub use encoder::{ClassicEncoder, ClassicMirror, ClassicView, FeatureView};
pub use env::{ClassicEnv, ClassicOptions, VectorClassicEnv};
pub use game::{FinishedGame, GameLimit, play};
pub use learned_task::{ClassicRewards, LearnedTask};
pub use network::{ClassicNetwork, ClassicNetworkError};
pub use offered::offered;
pub use player::ClassicPlayer;
pub use settings::{ClassicGame, FeaturesConfig, LostView};
pub use space::StateSpace;
pub use task::ClassicTask;
pub use tournament::{ClassicTournament, PlayerStanding};
pub use tree::{ClassicTree, TreeJudge};
pub use weights_file::{WeightsFileError, read_weights, written_weights};
