//! What a search has to remember of a way besides its board.

use crate::game::Board;

/// A board, and how many lines the rest of the way may clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The lines.
    pub lines: u32,
}
