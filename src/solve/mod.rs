//! Ways to a target: exact oracle, searches with and without a trained network, and the constructive solver that
//! always answers.

mod anytime;
mod auto;
mod beam;
mod bidirectional;
pub mod bound;
pub mod buckets;
mod budget;
pub mod construct;
pub mod estimate;
mod exhaust;
mod improve;
pub mod learned;
mod observer;
pub mod oracle;
mod random;
mod request;
mod scouting;
mod solver;
mod uct;
pub mod unstack;
mod verdict;

pub use anytime::Anytime;
pub use auto::Auto;
pub use beam::{Beam, BeamWeights};
pub use bidirectional::{Exact, Proof};
pub use bound::{LowerBound, lower_bound};
pub use budget::{Budget, Cancel, Meter};
pub use construct::Construct;
pub use exhaust::{Exhausted, exhaust};
pub use improve::{FailedSpans, Improve};
pub use observer::Observer;
pub use random::RandomWalks;
pub use request::{Listener, Progress, Request, Silent};
pub use scouting::{Scouting, Scouts};
pub use solver::{Run, Solver};
pub use uct::{Direction, PlainUct, PlainUctSettings, Refutation};
pub use verdict::{Report, UnreachableReason, Verdict};
