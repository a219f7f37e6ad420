//! Ways to a target: exact oracle, searches with and without a trained network, and the constructive solver that
//! always answers.

mod agent_file;
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
pub mod oracle;
mod random;
mod registry;
mod scouting;
mod solution;
mod solver;
mod uct;
pub mod unstack;

pub use agent_file::AgentFileError;
pub use auto::Auto;
pub use beam::{Beam, BeamWeights};
pub use bidirectional::{Exact, Proof};
pub use bound::{LowerBound, lower_bound};
pub use budget::{Budget, Cancel, Meter};
pub use construct::Construct;
pub use exhaust::{Exhausted, exhaust};
pub use improve::{FailedSpans, Improve};
pub use random::RandomWalks;
pub use registry::{AgentError, Entry, UnknownAgent, agent, agents, configured_agent};
pub use scouting::{Scouting, Scouts};
pub use solution::{ReplayError, Solution, Step};
pub use solver::{Listener, Progress, Report, Request, Silent, Solver, Verdict};
pub use uct::{Direction, PlainUct, PlainUctSettings, Refutation};
