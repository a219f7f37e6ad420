//! Taking a stack apart piece by piece, from the top down.
//!
//! [`UnstackBeam`] is one beam of a fixed width from the target towards the empty board; `solve::AnytimeSearch` runs
//! wider and wider ones.

mod beam;
mod fingerprint;

pub use beam::{BeamEnd, Kept, UnstackBeam, UnstackSettings};
