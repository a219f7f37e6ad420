//! Gamestate reachability in Tetris: find placements that lead from the empty board to exactly a target board.
//!
//! - [`game`]: the rules on bitboards, forwards and exactly backwards
//! - [`reach`]: targets, suites and splits, and the goal-conditioned environments
//! - [`solve`]: solvers behind one trait, from exact tables to the portfolio that always answers
//! - [`eval`]: solvers over suites, with intervals
//! - `baseline`: the thesis' pipeline, a regressor per target that guides tree search, with its faults and without
//!   (feature `lab`)
//! - `train`, `record`, `config`: run folders and checkpoints, metrics, settings (feature `torch`)
//! - `chart`: charts as SVG and PNG (features `lab` and `torch`)
//! - [`picture`]: boards and sequences as GIF, PNG, SVG and text
//! - [`cli`]: the commands
//!
//! ```
//! use tetreach::game::{Board, Size};
//! use tetreach::solve::{Auto, Budget, Request, Solver, Verdict};
//!
//! let target = Board::from_text("...#......\n..###.####", Size::STANDARD)?;
//! let report = Auto::default().solve(&Request::new(target, Budget::seconds(1.0)));
//! let Verdict::Solved(solution) = report.verdict else { panic!("two pieces build it") };
//! assert_eq!(solution.pieces(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "lab")]
pub mod baseline;
#[cfg(any(feature = "lab", feature = "torch"))]
pub mod chart;
pub mod cli;
#[cfg(feature = "torch")]
pub mod config;
pub mod eval;
pub mod game;
pub mod picture;
pub mod reach;
#[cfg(feature = "torch")]
pub mod record;
#[cfg(feature = "torch")]
mod shipped;
pub mod solve;
#[cfg(feature = "torch")]
pub mod train;
