//! The task: which board is to be reached, from where, and how targets are named, drawn, generated and split.

mod suite;
mod target;

pub use suite::{Shortage, Suite, SuiteTextError, SuiteTextProblem};
pub use target::{Sketch, Target, Unreachable};
