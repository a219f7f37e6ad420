//! Backwards: which boards lead to a board, and which boards can have been led to at all.

mod admissible;
mod insertion;
mod predecessor;
mod reverse_move;
mod top_row;

pub use admissible::{Inadmissible, cell_divisor};
pub use predecessor::Predecessor;
pub use reverse_move::{ReverseActions, ReverseMove};
