//! Threads and files around the agents.

pub mod card;
pub mod checkpoint;
pub mod collector;
pub mod demonstrations;
pub mod encoder;
mod episode_picture;
pub mod error;
pub mod examination;
mod learning_window;
pub mod run_folder;
#[cfg(feature = "torch")]
mod trainer;
pub mod training_goals;
pub mod value_range;

pub use error::TrainError;
#[cfg(feature = "torch")]
pub use trainer::{Summary, Trainer};
