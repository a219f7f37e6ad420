//! The task: which board is to be reached, from where, and how targets are named, drawn, generated and split.

mod builtin;
mod generate;
mod letters;
mod split;
mod suite;
mod target;
mod walk;

pub use builtin::{BuiltIn, DEFAULT_COUNT, MOST_TARGETS, SuiteError, SuiteName, SuiteOptions};
pub use generate::{Generator, GeneratorError, Sample, Stream};
pub use split::{Leak, Split, SplitNameError, find_leak, split_key};
pub use suite::{Shortage, Suite, SuiteTextError, SuiteTextProblem};
pub use target::{Sketch, Target, Unreachable};
