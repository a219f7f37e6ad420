//! Ways to a target without learning: exact oracle, searches, and the constructive solver that always answers.

mod beam;
pub mod buckets;
mod budget;
pub mod construct;
mod solution;
mod solver;

pub use beam::{Beam, BeamWeights};
pub use budget::{Budget, Cancel, Meter};
pub use solution::{ReplayError, Solution, Step};
pub use solver::{Listener, Progress, Report, Request, Silent, Solver, Verdict};
