//! The task: which board is to be reached, from where, and how targets are named, drawn, generated and split.

mod bitmap;
mod builtin;
mod generate;
mod letters;
mod load;
mod pixels;
mod split;
mod suite;
mod target;
mod walk;

pub use bitmap::{BitmapError, MOST_SCALE, board_from_png, board_to_png};
pub use builtin::{BuiltIn, DEFAULT_COUNT, MOST_TARGETS, SuiteError, SuiteName, SuiteOptions};
pub use generate::{Generator, GeneratorError, Sample, Stream};
pub use load::{LoadError, LoadOptions, load_sketch, load_suite, suite_from_bytes};
pub use split::{Leak, Split, SplitNameError, find_leak, split_key};
pub use suite::{Shortage, Suite, SuiteTextError, SuiteTextProblem};
pub use target::{Sketch, Target, Unreachable};
