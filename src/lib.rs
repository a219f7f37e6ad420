//! Gamestate reachability in Tetris: find placements that lead from the empty board to exactly a target board.
//!
//! - [`game`]: the rules on bitboards, forwards and exactly backwards
//! - [`reach`]: targets, suites and splits, and the goal-conditioned environments
//! - [`solve`]: solvers behind one trait, from exact tables to the portfolio that always answers
//! - [`eval`]: solvers over suites, with intervals
//! - `baseline`: the thesis' pipeline, a regressor per target that guides tree search, with its faults and without
//!   (feature `lab`)
//! - `train`, `record`, `config`: run folders and checkpoints, metrics, settings (feature `torch`)
//! - [`draw`]: boards and sequences as GIF, PNG, SVG and text, and charts
//! - [`cli`]: the commands
//!
//! ```
//! use tetreach::game::{Board, Size};
//! use tetreach::reach::Target;
//! use tetreach::solve::{Auto, Budget, Request, Solver, Verdict};
//!
//! let target = Target::new(Board::from_text("...#......\n..###.####", Size::STANDARD)?)?;
//! let report = Auto::default().solve(&Request::new(target, Budget::seconds(1.0)));
//! let Verdict::Solved(solution) = report.verdict else { panic!("two pieces build it") };
//! assert_eq!(solution.pieces(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "torch")]
pub mod config;
pub mod draw;
pub mod eval;
#[cfg(feature = "torch")]
pub mod network;
pub mod reach;
pub mod registry;
pub mod shipped;
pub mod solve;
pub mod text;
#[cfg(feature = "torch")]
pub mod train;

pub use tetreach_games as game;
