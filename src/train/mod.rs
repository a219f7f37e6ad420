//! Threads and files around the agents.

#[cfg(feature = "torch")]
mod blueprint;
pub mod card;
pub mod checkpoint;
pub mod collector;
pub mod crew;
pub mod demonstrations;
pub mod distance_check;
pub mod encoder;
mod episode_picture;
pub mod error;
pub mod exam_room;
pub mod examination;
pub mod examiner;
#[cfg(feature = "torch")]
mod greedy_agent;
mod guarded;
pub mod harvest;
pub mod judge;
#[cfg(feature = "torch")]
mod learning_window;
#[cfg(feature = "torch")]
mod lessons;
#[cfg(feature = "torch")]
mod model;
pub mod newest;
pub mod pace;
pub mod rollout;
pub mod run_folder;
#[cfg(feature = "torch")]
mod saved;
#[cfg(feature = "torch")]
mod session;
pub mod shared_curriculum;
pub mod solved_targets;
#[cfg(feature = "torch")]
mod speed;
#[cfg(feature = "torch")]
mod summary;
#[cfg(feature = "torch")]
mod trainer;
pub mod training_goals;
pub mod value_range;
pub mod worker;

pub use error::TrainError;
#[cfg(feature = "torch")]
pub use {
    greedy_agent::GreedyAgent,
    learning_window::LearnerTimes,
    model::{Model, ModelError, NetworkPlayer},
    speed::Speed,
    summary::Summary,
    trainer::Trainer,
};
