//! Goal-conditioned deep Q-learning with hindsight replay.
//!
//! [`GoalLearner`] draws batches from a replay buffer and improves a network by double Q-learning (van Hasselt et al.
//! 2016) and, as far as the settings say, by imitating the moves that led to hindsight goals.
//! [`Policy`](crate::evaluate::Policy) plays by it,
//! [`train`](crate::train) joins both in a run.

mod distributions;
mod metrics;
mod mirror;
mod settings;
#[cfg(feature = "torch")]
mod update;

pub use distributions::Distributions;
pub use metrics::DqnMetrics;
pub use mirror::draw_images;
pub use settings::{DqnSettings, DqnSettingsError, LossWeights, MarginSettings, PolicyAim, TargetUpdate};
#[cfg(feature = "torch")]
pub use update::{GoalLearner, LearnError, Preparation, PreparedBatch};
