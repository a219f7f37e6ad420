//! Small problems with known answers, to test learners and searches on.

pub mod bit_flip;
mod bit_flip_domain;
pub mod coin_walk;
pub mod connect_three;
pub mod corridor;
pub mod tic_tac_toe;
mod tic_tac_toe_domain;

pub use bit_flip::{BitFlip, BitFlipTask};
pub use bit_flip_domain::{BitFlipConfig, BitFlipDomain, BitFlipGame};
pub use coin_walk::CoinWalk;
pub use connect_three::ConnectThree;
pub use corridor::{Corridor, CorridorSearch, CorridorTask};
pub use tic_tac_toe::TicTacToe;
pub use tic_tac_toe_domain::{TicTacToeConfig, TicTacToeDomain, TicTacToeGame};
