//! Tetress as the trainer takes it: self-play by tree search, imitation of alpha-beta, games against others.

mod concession;
mod config;
mod demonstrations;
mod domain;
mod self_play;
mod suite;

pub use config::{ImitationConfig, SelfPlayConfig, TetressConfig, TetressEvaluationConfig, TetressKind};
pub use domain::TetressDomain;
