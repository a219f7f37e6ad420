//! Exact distances on small boards: all boards of a size are met breadth-first and kept in one table.

mod cache;
mod closure;
mod draw;
mod file;
mod mapped;
mod packed;
mod solver;
mod table;

pub use cache::OracleCache;
pub use closure::{Cancelled, ClosureRun};
pub use draw::{draw_of_all, draw_of_each_distance};
pub use file::TableFileError;
pub use packed::{PackedBoard, PackedRules, TooLarge};
pub use solver::Oracle;
pub use table::{BuildError, DistanceTable, TableDirection};
