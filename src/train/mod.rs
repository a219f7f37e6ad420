//! Threads and files around the agents.

pub mod card;
pub mod checkpoint;
pub mod collector;
pub mod demonstrations;
pub mod encoder;
#[cfg(feature = "torch")]
mod episode_picture;
pub mod error;
pub mod examination;
#[cfg(feature = "torch")]
mod greedy_agent;
#[cfg(feature = "torch")]
mod learning_window;
#[cfg(feature = "torch")]
mod model;
pub mod run_folder;
#[cfg(feature = "torch")]
mod trainer;
pub mod training_goals;
pub mod value_range;

pub use error::TrainError;
#[cfg(feature = "torch")]
pub use {
    greedy_agent::GreedyAgent,
    model::{Model, ModelError, NetworkPlayer},
    trainer::{Summary, Trainer},
};
