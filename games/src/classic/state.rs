//! States of a game and what stands between them.

use super::randomizer::Supply;
use crate::board::Board;
use crate::piece::{Orientation, Piece};

/// A decision to be made: a board and the pieces that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The piece to place.
    pub piece: Piece,
    /// The piece after it, if the rules show it.
    pub next: Option<Piece>,
    /// What the randomizer remembers.
    pub supply: Supply,
    /// Whether the game is over, so that nothing can be placed.
    pub is_over: bool,
}

/// What a placement leads to before chance gives the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct After {
    /// The board after clearing; as it was before, if the placement lost the game at once.
    pub board: Board,
    /// What was placed and how it was turned.
    pub orientation: Orientation,
    /// The row where its lowest cell came to rest, before clearing; the board's height if that was above the top.
    pub row: u8,
    /// How many lines were cleared.
    pub lines: u8,
    /// How many cells of the piece itself vanished with them.
    pub eroded: u8,
    /// Whether the placement ended the game.
    pub is_lost: bool,
    /// The piece after it, if it is known.
    pub next: Option<Piece>,
    /// What the randomizer remembers.
    pub supply: Supply,
}

impl After {
    /// Twice the row of the middle of the piece, which is Dellacherie's landing height: halves are whole this way.
    #[inline]
    pub fn doubled_landing_height(&self) -> u32 {
        2 * u32::from(self.row) + u32::from(self.orientation.shape().height) - 1
    }
}
