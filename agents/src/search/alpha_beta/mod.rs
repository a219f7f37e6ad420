//! Alpha-beta search of a game: negamax with iterative deepening, a transposition table and move ordering.
//!
//! Moves are ordered by the [`Heuristic`]'s value of the position that they lead to, by the move that the table
//! remembers, by killers and by history. With [`AlphaBetaSettings::width`] only the best of them are searched; wins and
//! losses are proved all the same, because a position counts as lost only after all of its moves were.

mod heuristic;
mod ordering;
mod report;
mod score;
mod search;
mod settings;
mod table;

pub use heuristic::{Heuristic, Judged, NoHeuristic};
pub use report::AlphaBetaReport;
pub use search::AlphaBeta;
pub use settings::{AlphaBetaError, AlphaBetaSettings, Limits};
