//! Tetris as exact bitboards: no learning, no torch, no input or output.
//!
//! The rules: the player chooses any tetromino, any orientation and any column; the piece drops straight down
//! and comes to rest on the stack or the floor. It may not stick out above the top row before clearing. Full rows
//! vanish and everything above falls by whole rows.

mod admissible;
mod board;
mod columns;
mod fumen;
mod insertion;
mod landing;
pub mod naive;
mod notation;
mod perft;
mod piece;
mod piled;
mod placed;
mod placement;
mod play;
mod reverse;
mod sample;
mod size;
mod stored;
mod top_row;

pub use admissible::{Inadmissible, cell_divisor};
pub use board::Board;
pub use fumen::{FumenError, to_fumen};
pub use landing::{MASK_WORDS, NO_LANDING};
pub use notation::{BoardTextError, BoardTextProblem, SizeRule, SizeTextError};
pub use perft::perft;
pub use piece::{Orientation, Piece, Shape};
pub use placement::{ActionId, Actions, MAX_ACTIONS, Placement, action_count};
pub use play::{ClearedRows, Landing, PlayError};
pub use reverse::Predecessor;
pub use sample::sample_boards;
pub use size::{Size, SizeError};
