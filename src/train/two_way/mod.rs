//! What reach in both directions brings to training: one network that knows the way to a board and the way back.
//!
//! Every way that is found in one direction is shown in the other one too.

mod config;
mod demonstrations;
mod domain;
mod one_way;
mod search;
mod suite;

pub use config::TwoWayConfig;
pub use demonstrations::TwoWayDemonstrations;
pub use domain::TwoWayDomain;
pub use one_way::OneWayEvaluator;
pub use search::{TwoWayProblem, TwoWaySearch};
pub use suite::TwoWaySuite;
