//! Small problems with known answers, to test learners and searches on.

pub mod bit_flip;
pub mod corridor;

pub use bit_flip::{BitFlip, BitFlipTask};
pub use corridor::{Corridor, CorridorTask};
