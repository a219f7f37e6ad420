//! One update on libtorch: a batch becomes tensors, losses, gradients and better weights.

mod batch_numbers;
mod labels;
mod learner;
mod loss;
mod pass;
mod preparation;

pub use learner::{GoalLearner, LearnError};
pub use preparation::{Preparation, PreparedBatch};
