//! Goal-conditioned deep Q-learning with hindsight replay.
//!
//! [`DqnLearner`] draws batches from a replay buffer and improves a network by double Q-learning (van Hasselt et al.
//! 2016) and, as far as the settings say, by imitating the moves that led to hindsight goals. [`Actor`] plays by it.
//! [`train_toy`] joins both in one thread, for small problems.

mod actor;
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
#[cfg(feature = "torch")]
mod pass;
#[cfg(feature = "torch")]
mod preparation;
mod settings;
mod symmetry;
#[cfg(feature = "torch")]
mod toy_run;

pub use actor::{ActError, Actor, Greedy};
pub use distributions::Distributions;
#[cfg(feature = "torch")]
pub use learner::{DqnLearner, LearnError};
pub use metrics::DqnMetrics;
#[cfg(feature = "torch")]
pub use preparation::{Preparation, PreparedBatch};
pub use settings::{DqnSettings, DqnSettingsError, LossWeights, PolicyAim, TargetUpdate};
pub use symmetry::{Symmetry, mirror_half};
#[cfg(feature = "torch")]
pub use toy_run::{ToyError, ToyReport, ToySettings, evaluate_toy, train_toy};
