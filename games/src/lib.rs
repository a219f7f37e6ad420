//! Rules of the games, as exact bitboards: no learning, no search, no input or output.
//!
//! The rules of *reach*: the player chooses any tetromino, any orientation and any column; the piece drops straight
//! down and comes to rest on the stack or the floor. It may not stick out above the top row before clearing. Full rows
//! vanish and everything above falls by whole rows.
//!
//! # Layers
//!
//! ```text
//! Piece, Orientation, Shape    the seven tetrominoes in 19 orientations
//! Size, Board                  the cells, 96 bytes in three vectors
//! Placement, ActionId          what can be dropped: 162 placements on ten columns
//! Board::play                  forwards: where it comes to rest, and which rows vanish
//! Board::predecessors          backwards: every board that leads here with one placement
//! Solution                     placements with the proof that they reach a target
//! naive                        the same rules, written to be obviously right instead of fast
//! tetress                      another game: two players on a torus
//! ```
//!
//! # Examples
//!
//! Play forwards:
//!
//! ```
//! use tetreach_games::{Board, Orientation, Piece, Placement, Size};
//!
//! let mut board = Board::empty(Size::STANDARD);
//! let upright = Orientation::of(Piece::T, 0).expect("the T has four rotations");
//! let landing = board.play(Placement { orientation: upright, column: 2 })?;
//! assert_eq!(landing.row, 0);
//! assert_eq!(board.to_string(), "...#......\n..###.....");
//! # Ok::<(), tetreach_games::PlayError>(())
//! ```
//!
//! Play backwards: which boards lead here with one piece?
//!
//! ```
//! use tetreach_games::{Board, Size};
//!
//! let board = Board::from_text("...#......\n..###.####", Size::STANDARD)?;
//! assert!(board.predecessors().any(|before| before.board.to_string() == "......####"));
//! # Ok::<(), tetreach_games::BoardTextError>(())
//! ```
//!
//! Count, as move generators of chess do:
//!
//! ```
//! use tetreach_games::{Board, Size, perft};
//!
//! assert_eq!(perft(&Board::empty(Size::STANDARD), 2), 26_244);
//! ```
//!
//! # Feature flags
//!
//! - `bench`: the benchmarks of `cargo bench`, which need criterion. Nothing in the library depends on it.

mod board;
pub mod classic;
mod columns;
mod drop;
mod fumen;
pub mod guideline;
pub mod naive;
mod notation;
mod piece;
mod piled;
mod placed;
mod reverse;
mod sample;
mod size;
mod stored;
pub mod tetress;

pub use self::fumen::{FumenError, to_fumen};
pub use board::Board;
pub use drop::{
    ActionId, Actions, ClearedRows, Landing, MASK_WORDS, MAX_ACTIONS, NO_LANDING, Placement, PlayError,
    Solution, SolutionError, SolutionStep, action_count, perft,
};
pub use notation::{BoardTextError, BoardTextProblem, SizeRule, SizeTextError};
pub use piece::{Orientation, Piece, Shape};
pub use reverse::{Inadmissible, Predecessor, ReverseActions, ReverseMove, cell_divisor};
pub use sample::sample_boards;
pub use size::{Size, SizeError};
