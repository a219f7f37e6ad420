//! Threads and files around the agents.

mod blueprint;
pub mod collector;
pub mod crew;
pub mod demonstrations;
mod episode_picture;
pub mod error;
pub mod exam_room;
pub mod examination;
pub mod examiner;
pub mod expedition;
mod guarded;
pub mod harvest;
pub mod judge;
mod learning_window;
mod lessons;
pub mod newest;
pub mod pace;
pub mod player;
pub mod rollout;
mod saved;
mod session;
pub mod shared_curriculum;
pub mod solved_targets;
mod speed;
mod summary;
mod trainer;
pub mod training_goals;
pub mod value_range;
pub mod worker;

pub use error::TrainError;
pub use {learning_window::LearnerTimes, speed::Speed, summary::Summary, trainer::Trainer};
