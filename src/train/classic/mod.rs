//! What classic Tetris brings to training: its settings, recorded games, and games that judge progress.

mod config;
mod demonstrations;
mod domain;
mod suite;

pub use config::{ClassicConfig, ClassicEnvironmentConfig, ClassicEvaluationConfig, ClassicReplayConfig};
pub use demonstrations::{ClassicDemonstrations, DemonstrationsError};
pub use domain::ClassicDomain;
