//! Why a generator makes no targets.

use crate::game::Size;

/// Knobs that make no targets on a board of a given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// Too few or too many pieces.
    #[error("a stack has 1 to {most} pieces on a {size} board, not {pieces}")]
    Pieces {
        /// Pieces asked for.
        pieces: u32,
        /// The most that fit.
        most: u32,
        /// The board.
        size: Size,
    },
    /// Too few or too many cleared rows.
    #[error("a game clears 1 to {most} rows here, not {rows}")]
    Clears {
        /// Rows asked for.
        rows: u32,
        /// The most that are supported.
        most: u32,
    },
    /// A range of pieces that cannot clear the rows.
    #[error("{fewest} to {most} pieces cannot be the length of a game that clears {rows} rows")]
    GameLength {
        /// Fewest pieces.
        fewest: u32,
        /// Most pieces.
        most: u32,
        /// Rows to clear.
        rows: u32,
    },
    /// Too few or too many rows.
    #[error("{what} fill 1 to {most} rows of a {size} board, not {rows}")]
    Rows {
        /// What would fill them.
        what: &'static str,
        /// Rows asked for.
        rows: u32,
        /// Rows of the board.
        most: u32,
        /// The board.
        size: Size,
    },
    /// A density at which rows are always empty or full.
    #[error("the density of random pixels is 1 to 99 percent, not {density}")]
    Density {
        /// Percent asked for.
        density: u32,
    },
    /// Too few or too many reverse moves.
    #[error("a reverse walk has 1 to {most} moves, not {steps}")]
    Steps {
        /// Moves asked for.
        steps: u32,
        /// The most that are supported.
        most: u32,
    },
}
