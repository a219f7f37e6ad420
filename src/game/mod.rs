//! Tetris as exact bitboards: no learning, no torch, no input or output.
//!
//! The rules: the player chooses any tetromino, any orientation and any column; the piece drops straight down
//! and comes to rest on the stack or the floor. It may not stick out above the top row before clearing. Full rows
//! vanish and everything above falls by whole rows.

mod admissible;
mod board;
mod fumen;
mod notation;
mod piece;
mod placement;
mod play;
mod reverse;
mod size;

pub use admissible::{Inadmissible, cell_divisor};
pub use board::Board;
pub use fumen::{FumenError, to_fumen};
pub use notation::{BoardTextError, BoardTextProblem, SizeRule, SizeTextError};
pub use piece::{Orientation, Piece, Shape};
pub use placement::{ActionId, Actions, MAX_ACTIONS, Placement, action_count};
pub use play::{ClearedRows, Landing, PlayError};
pub use reverse::Predecessor;
pub use size::{Size, SizeError};
