//! Small problems with known answers, to test learners and searches on.

pub mod bit_flip;
pub mod coin_walk;
pub mod corridor;
pub mod tic_tac_toe;

pub use bit_flip::{BitFlip, BitFlipTask};
pub use coin_walk::CoinWalk;
pub use corridor::{Corridor, CorridorSearch, CorridorTask};
pub use tic_tac_toe::TicTacToe;
