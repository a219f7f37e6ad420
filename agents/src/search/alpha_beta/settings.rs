//! How far and how wide to search.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The settings of [`AlphaBeta`](super::AlphaBeta).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AlphaBetaSettings {
    /// The number of moves searched in each position, the best by order; all of them if `None`.
    pub width: Option<usize>,
    /// The logarithm to base 2 of the number of positions that the table holds.
    pub table_bits: u32,
    /// What being a killer, or having the best history, is worth in the order of moves, in units of the heuristic.
    pub bonus: i32,
}

impl Default for AlphaBetaSettings {
    fn default() -> Self {
        AlphaBetaSettings { width: None, table_bits: 16, bonus: 10 }
    }
}

/// What is wrong with the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AlphaBetaError {
    /// Nothing would be searched.
    #[error("alpha-beta needs a width of at least 1")]
    NoWidth,
    /// The table would be too large.
    #[error("the table of alpha-beta has at most 2^28 positions, not 2^{0}")]
    Table(u32),
}

impl AlphaBetaSettings {
    /// Checks the numbers, which may come from a config file or a command line.
    pub fn validate(&self) -> Result<(), AlphaBetaError> {
        if self.width == Some(0) {
            return Err(AlphaBetaError::NoWidth);
        }
        if self.table_bits > 28 {
            return Err(AlphaBetaError::Table(self.table_bits));
        }
        Ok(())
    }
}

/// What a search may spend; whichever limit is met first ends it. Without any it ends when the position is
/// solved, or after 512 moves ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Moves ahead.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// The time at which an answer must be there.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// A limit on the moves ahead alone.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A limit on the positions looked at alone.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit on the time from now alone.
    pub fn time(time: Duration) -> Self {
        Limits { deadline: Instant::now().checked_add(time), ..Limits::default() }
    }
}
