//! What a network says of pairs of state and goal, and play by it.

mod evaluator;
mod even;
mod mirrored;
mod policy;

pub(crate) use evaluator::normalize;
pub use evaluator::{EvaluateError, Evaluations, Evaluator, HashEvaluator, UniformEvaluator};
pub use even::EvenEvaluator;
pub use mirrored::MirroredEvaluator;
pub use policy::{ActError, GreedyBy, Policy};
