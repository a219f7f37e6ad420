//! What a run leaves on disk: checkpoints, and cards that say what weights are.

pub mod card;
pub mod checkpoint;
mod model;
pub mod run_dir;
mod score;

pub use card::Card;
pub use model::{Model, ModelError};
pub use score::{BesideScore, SuiteScore, merit, overall};
