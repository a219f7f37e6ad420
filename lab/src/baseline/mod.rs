//! The thesis that posed the problem (D. Lin, "MCTS Tetris: an approach to solving the gamestate-reachability
//! problem", Leiden 2025), rebuilt to be measured: one regressor per target, trained on boards met on random ways
//! back from the target, scores the ends of random games in a Monte Carlo tree search.
//!
//! It exists twice: as the thesis describes and codes it, and repaired. What differs is one struct of named
//! switches, [`Faults`], so that every single fault can be turned on and off.
//!
//! - [`samples`]: backward and forward sample generators, data sets, their files
//! - [`regress`]: linear, k-nearest-neighbour, random forest, the thesis' "CNN" and a convolutional network
//! - [`mcts`]: tree search that asks a regressor, with pictures of its tree
//! - [`experiment`]: the thesis' grid of searches
//! - [`plot`]: histograms and box plots as SVG and PNG
//! - [`MctsCnn`]: all of it behind the [`Solver`](tetreach::solve::Solver) trait

mod agent;
pub mod experiment;
mod faults;
pub mod mcts;
pub mod plot;
pub mod regress;
pub mod samples;
mod sealed;

pub use agent::MctsCnn;
pub use faults::{Fault, Faults, UnknownFault};
