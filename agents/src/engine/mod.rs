//! The forward pass in plain Rust: the same weights and the same answers as [`nn`](crate::nn), without libtorch.
//!
//! A convolution of 3x3 is computed by Winograd's minimal filtering in tiles of 2x2 cells (Lavin and Gray 2016), and
//! only in those rows that can differ from a [`Background`], the position without anything on it: what a layer makes of
//! the rows above is known beforehand. Instructions are chosen at run time ([`Instructions`]).

mod background;
mod bordered;
mod dense;
mod dispatch;
mod evaluator;
mod heads;
mod instructions;
mod lanes;
mod network;
mod norm;
mod per_action;
mod stem;
mod trunk;
mod weights;
mod winograd;

pub use background::Background;
pub use evaluator::EngineEvaluator;
pub use instructions::Instructions;
pub use network::Engine;
