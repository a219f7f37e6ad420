//! Finding the arguments of the highest value where values are noisy and have no gradient.
//!
//! An [`Optimiser`] is asked for candidates, told what they scored, and asked again: who evaluates them, on how many
//! threads and with which random numbers, is no business of its. Its state can be written down and read back.

mod annealing;
mod cma;
mod cross_entropy;
mod eigen;
mod finite_difference;
mod genetic;
mod method;
mod optimiser;
mod simplex;

pub use annealing::Annealing;
pub use cma::CmaEs;
pub use cross_entropy::CrossEntropy;
pub use finite_difference::FiniteDifference;
pub use genetic::Genetic;
pub use method::{MethodError, OptimiserMethod};
pub use optimiser::Optimiser;
pub use simplex::Simplex;
