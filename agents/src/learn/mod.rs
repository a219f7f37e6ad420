//! Goal-conditioned deep Q-learning with hindsight replay.
//!
//! [`GoalLearner`] draws batches from a replay buffer and improves a network by double Q-learning (van Hasselt et al.
//! 2016) and, as far as the settings say, by imitating the moves that led to hindsight goals. [`Policy`](crate::evaluate::Policy) plays by it.
//! [`train_toy`] joins both in one thread, for small problems.

#[cfg(feature = "torch")]
mod batch_numbers;
mod distributions;
#[cfg(feature = "torch")]
mod labels;
#[cfg(feature = "torch")]
mod learner;
#[cfg(feature = "torch")]
mod loss;
mod metrics;
mod mirror;
#[cfg(feature = "torch")]
mod pass;
#[cfg(feature = "torch")]
mod preparation;
mod settings;
#[cfg(feature = "torch")]
mod toy_run;

pub use distributions::Distributions;
#[cfg(feature = "torch")]
pub use learner::{GoalLearner, LearnError};
pub use metrics::DqnMetrics;
pub use mirror::mirror_half;
#[cfg(feature = "torch")]
pub use preparation::{Preparation, PreparedBatch};
pub use settings::{DqnSettings, DqnSettingsError, LossWeights, PolicyAim, TargetUpdate};
#[cfg(feature = "torch")]
pub use toy_run::{ToyError, ToyReport, ToySettings, evaluate_toy, train_toy};
