//! Experiments around tetreach.
//!
//! - [`baseline`]: the thesis' pipeline, a regressor per target that guides tree search, with its faults and without
//! - [`duel`]: agents on paired targets, with statistics and a report

pub mod baseline;
pub mod duel;
mod registry;

pub use registry::registry;
