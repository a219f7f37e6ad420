//! What guideline Tetris brings to training: its settings, and games that judge progress.

mod config;
mod domain;
mod suite;

pub use config::{
    GuidelineConfig, GuidelineEnvironmentConfig, GuidelineEvaluationConfig, GuidelineReplayConfig,
};
pub use domain::GuidelineDomain;
