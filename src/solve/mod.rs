//! Ways to a target: exact oracle, searches with and without a trained network, and the constructive solver that
//! always answers.

mod anytime;
mod auto;
mod beam;
pub mod bound;
pub mod buckets;
mod budget;
pub mod construct;
pub mod estimate;
mod exact;
mod exhaust;
mod improve;
pub mod learned;
mod observer;
pub mod oracle;
mod position;
mod random;
mod request;
mod rule;
mod solver;
mod uct;
pub mod unstack;
mod verdict;
mod way_between;

pub use crate::reach::Direction;
pub use anytime::{AnytimeRun, AnytimeSearch, Proposers};
pub use auto::Auto;
pub use beam::{Beam, BeamWeights};
pub use bound::{LowerBound, lower_bound};
pub use budget::{Budget, Cancel, Deadline, Meter};
pub use construct::Construct;
pub use exact::{Exact, Proof};
pub use exhaust::{Exhausted, exhaust};
pub use improve::{FailedSpans, Improve};
pub use observer::Observer;
pub use position::Position;
pub use random::RandomWalks;
pub use request::{Progress, ProgressObserver, Request, Silent};
pub use rule::LowestFirst;
pub use solver::{Run, Solver};
pub use uct::{PlainUct, PlainUctSettings, Refutation};
pub use verdict::{Report, UnreachableReason, Verdict};
pub use way_between::{WayJudgement, way_between};
