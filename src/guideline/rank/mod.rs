//! AlphaTetris (Wong, Do, Lee 2018): nine rankers and a tree of two plies, with the published faults as switches
//! ([`ProgramFaults`]).
//!
//! A leaf costs `0.4 H + 0.6 (100 - lines sent) / 100`, where H is the ranker's; the placement that leads to the
//! cheapest leaf is played. The tree holds the current and the next piece; the chosen child becomes the root, and a
//! layer grows.

mod faults;
mod features;
mod ranker;
mod replay;
mod slides;
mod tree;

pub use faults::{ProgramFaults, UnknownProgramFault};
pub use features::Features;
pub use ranker::{Ranker, UnknownRanker};
pub use tree::AlphaTetris;
