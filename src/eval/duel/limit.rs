//! What both sides of a comparison may spend, and how what they spent is reckoned.

use serde::{Deserialize, Serialize};

use crate::eval::short;
use crate::solve::Budget;

/// The limit of one attempt: the same for all agents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Boards that may be generated; simulations that make one board each count the same.
    Nodes(u64),
    /// Wall-clock seconds.
    Seconds(f64),
}

impl Limit {
    /// The budget of an attempt.
    pub fn budget(self) -> Budget {
        match self {
            Limit::Nodes(nodes) => Budget::nodes(nodes),
            Limit::Seconds(seconds) => Budget::seconds(seconds),
        }
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "{} nodes", short(*nodes as f64)),
            Limit::Seconds(seconds) => write!(f, "{seconds} s"),
        }
    }
}

/// What counts as equal in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reckoning {
    /// Equal boards generated; training is free.
    Nodes,
    /// Equal seconds of search; training is free.
    Seconds,
    /// Equal seconds, those of training for the one target included.
    SecondsWithTraining,
}

impl Reckoning {
    /// All of them, in the order of reports.
    pub const ALL: [Reckoning; 3] = [Reckoning::Nodes, Reckoning::Seconds, Reckoning::SecondsWithTraining];

    /// Whether attempts under this limit are reckoned so.
    pub fn is_of(self, limit: Limit) -> bool {
        matches!(limit, Limit::Nodes(_)) == (self == Reckoning::Nodes)
    }

    /// The name in files.
    pub fn key(self) -> &'static str {
        match self {
            Reckoning::Nodes => "nodes",
            Reckoning::Seconds => "seconds",
            Reckoning::SecondsWithTraining => "seconds_with_training",
        }
    }

    /// The heading in reports.
    pub fn title(self, limit: Limit) -> String {
        match self {
            Reckoning::Nodes => format!("Equal nodes: {limit} a target"),
            Reckoning::Seconds => format!("Equal seconds: {limit} of search a target"),
            Reckoning::SecondsWithTraining => {
                format!("Equal seconds, training counted: {limit} a target")
            }
        }
    }
}
