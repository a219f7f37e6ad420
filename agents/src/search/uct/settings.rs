//! The switches of UCT.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Where the tree grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// At the first node with an untried move: the textbook's rule, all moves of a node before any deeper one.
    #[default]
    FullExpansion,
    /// At a node that beats its children in UCT value: the thesis' "UCT" (Algorithm 2).
    ///
    /// It is kept as a baseline, not as a good rule: where all values are equal an only child always beats its
    /// parent, so the tree is narrow and deep and overlooks moves.
    SelfSelecting,
    /// As [`Selection::SelfSelecting`], but all moves of the root first: the thesis' "UCT + breadth-first".
    BreadthFirstRoot,
}

/// Which move is made in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalMove {
    /// The one with the highest wins / visits: the thesis' rule.
    #[default]
    WinRate,
    /// The one visited most: steadier with few iterations.
    Visits,
}

/// How UCT searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UctSettings {
    /// The weight of exploration, `c` in UCT.
    pub exploration: f64,
    /// Where the tree grows.
    pub selection: Selection,
    /// Which move is made in the end.
    pub choice: FinalMove,
    /// The number of random games played from each new node, whose values are averaged.
    pub rollouts: u32,
    /// The number of moves after which a random game is stopped.
    pub rollout_depth: u32,
    /// Whether to stop as soon as a puzzle is solved, in the tree or in a random game.
    pub stop_at_win: bool,
}

impl Default for UctSettings {
    fn default() -> Self {
        UctSettings {
            exploration: std::f64::consts::SQRT_2,
            selection: Selection::FullExpansion,
            choice: FinalMove::WinRate,
            rollouts: 1,
            rollout_depth: 100,
            stop_at_win: false,
        }
    }
}

/// What is wrong with the settings of UCT.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UctError {
    /// The weight of exploration is negative or not a number.
    #[error("the exploration weight of UCT is finite and not negative")]
    Exploration,
    /// Nodes would have no value.
    #[error("UCT needs at least 1 rollout per node")]
    NoRollouts,
}

impl UctSettings {
    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), UctError> {
        if !self.exploration.is_finite() || self.exploration < 0.0 {
            return Err(UctError::Exploration);
        }
        if self.rollouts == 0 {
            return Err(UctError::NoRollouts);
        }
        Ok(())
    }
}
