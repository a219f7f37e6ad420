//! Guideline Tetris with a key press as an action, for one player and for two.

mod action;
mod env;
mod game;
mod task;
mod versus;
mod versus_env;

pub use action::{KEY_ACTIONS, KeyAction};
pub use env::{KeyEnv, KeyGameSpace, VectorKeyEnv};
pub use game::KeyGame;
pub use task::KeyTask;
pub use versus::{KeySeat, VersusKeys};
pub use versus_env::{VersusKeyEnv, VersusKeySpace, VersusKeyTask};
