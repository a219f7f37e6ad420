//! What both sides of a comparison may spend, and how what they spent is counted.

use serde::{Deserialize, Serialize};

use tetreach::solve::Budget;
use tetreach::text::short;

/// The limit of one attempt: the same for all agents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptLimit {
    /// Boards that may be generated; simulations that make one board each count the same.
    Nodes(u64),
    /// Wall-clock seconds.
    Seconds(f64),
}

impl AttemptLimit {
    /// The budget of an attempt.
    pub fn budget(self) -> Budget {
        match self {
            AttemptLimit::Nodes(nodes) => Budget::nodes(nodes),
            AttemptLimit::Seconds(seconds) => Budget::seconds(seconds),
        }
    }
}

impl std::fmt::Display for AttemptLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AttemptLimit::Nodes(nodes) => write!(f, "{} nodes", short(*nodes as f64)),
            AttemptLimit::Seconds(seconds) => write!(f, "{seconds} s"),
        }
    }
}

/// What counts as equal in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CostModel {
    /// Equal boards generated; training is free.
    Nodes,
    /// Equal seconds of search; training is free.
    Seconds,
    /// Equal seconds, those of training for the one target included.
    SecondsWithTraining,
}

impl CostModel {
    /// All of them, in the order of reports.
    pub const ALL: [CostModel; 3] = [CostModel::Nodes, CostModel::Seconds, CostModel::SecondsWithTraining];

    /// Whether the model applies to attempts under this limit.
    pub fn is_of(self, limit: AttemptLimit) -> bool {
        matches!(limit, AttemptLimit::Nodes(_)) == (self == CostModel::Nodes)
    }

    /// The name in files.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// The heading in reports.
    pub fn title(self, limit: AttemptLimit) -> String {
        match self {
            CostModel::Nodes => format!("Equal nodes: {limit} per target"),
            CostModel::Seconds => format!("Equal seconds: {limit} of search per target"),
            CostModel::SecondsWithTraining => {
                format!("Equal seconds, training counted: {limit} per target")
            }
        }
    }
}
