//! Tetress: two players place tetrominoes on a torus of 11 by 11 cells.
//!
//! Red begins. A move places any tetromino in any orientation on four empty cells, at least one of which touches a
//! token of the own colour; the first move of each player may lie anywhere. Every row and column that is then full is
//! emptied, all at once. Who cannot move loses. After 150 moves who has more tokens wins.
//!
//! ```text
//! Cells              a set of cells of the torus, in one u128
//! TetressPlacement   four cells that form a tetromino: 2,299 of them, also the numbers of the actions
//! PlacementSet       the legal placements of a position, one set of anchors per orientation
//! TetressPosition    tokens of both colours and the number of moves made: play, undo, outcome
//! TorusSymmetry      the 968 maps of the torus onto itself that leave the rules alone
//! naive              the same rules, written to be obviously right instead of fast
//! ```
//!
//! ```
//! use tetreach_games::tetress::{GameEnd, TetressPlacement, TetressPosition};
//!
//! let mut position = TetressPosition::START;
//! let square: TetressPlacement = "PLACE(5-5, 5-6, 6-5, 6-6)".parse()?;
//! let undo = position.play(square)?;
//! assert_eq!(position.moves().count(), 2_110, "all but the 189 that meet the square");
//! assert_eq!(position.outcome(), None);
//! position.undo(undo);
//! assert_eq!(position, TetressPosition::START);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod colour;
mod coordinate;
mod csv;
mod log;
mod moves;
pub mod naive;
mod perft;
mod placement;
mod playout;
mod position;
mod render;
mod symmetry;

pub use cells::{CELL_COUNT, Cells, SIDE};
pub use colour::Colour;
pub use coordinate::{Coordinate, CoordinateError};
pub use csv::CsvError;
pub use log::{Event, LogError, LogLineError, read_log};
pub use moves::PlacementSet;
pub use perft::{perft, perft_by_symmetry};
pub use placement::{PLACEMENTS, PlacementError, TetressPlacement};
pub use playout::{RandomGame, playout};
pub use position::{GameEnd, IllegalPlacement, MAX_TURNS, PositionError, TetressPosition, Undo};
pub use symmetry::TorusSymmetry;
