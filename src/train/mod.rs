//! Threads and files around the agents.

pub mod card;
pub mod checkpoint;
pub mod collector;
pub mod demonstrations;
pub mod encoder;
mod episode_picture;
pub mod error;
pub mod examination;
mod greedy_agent;
mod learning_window;
mod model;
pub mod run_folder;
mod trainer;
pub mod training_goals;
pub mod value_range;

pub use error::TrainError;
pub use {
    greedy_agent::GreedyAgent,
    model::{Model, ModelError, NetworkPlayer},
    trainer::{Summary, Trainer},
};
