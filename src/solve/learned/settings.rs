//! The switches of the learned agents.

use serde::{Deserialize, Serialize};
use tetreach_agents::ValueScale;
use tetreach_agents::mcts::{Interior, MctsSettings, Unvisited};

/// When boards that cannot become the target under the cap are refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refute {
    /// Never.
    Off,
    /// When their turn has come.
    Late,
    /// Before their siblings' probabilities are put to use, which then share what the refuted ones had.
    #[default]
    Early,
}

/// How `mcts` searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MctsAgentSettings {
    /// The tree search.
    pub tree: MctsSettings,
    /// How values follow from distances.
    pub scale: ValueScale,
    /// When hopeless boards are refuted.
    pub refute: Refute,
    /// Boards judged in one batch.
    pub batch: usize,
}

impl Default for MctsAgentSettings {
    fn default() -> Self {
        Self {
            // Untried moves count as bad as the worst seen: with the usual value of their state the search stays so broad
            // that it solves 8 instead of 60 % of stack-16 with 100 boards (docs/search.md).
            tree: MctsSettings {
                interior: Interior::Puct { weight: 0.4, growth: 19_652.0 },
                unvisited: Unvisited::Worst,
                leaves: 4,
                ..MctsSettings::default()
            },
            scale: ValueScale::Success { discount: 0.95, reachable: false },
            refute: Refute::Early,
            batch: 4,
        }
    }
}

/// Which search `search` uses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Method {
    /// A beam on the policy's log-probability, which widens from try to try.
    PolicyBeam {
        /// The width of the first try.
        width: usize,
        /// How many times as wide each further try is.
        growth: usize,
        /// The weight of the distance beside the log-probability.
        distance: f32,
    },
    /// Q*: the way so far and the value of each move.
    QStar {
        /// How much the way so far counts.
        weight: f32,
    },
    /// Levin tree search: depth over probability.
    Levin,
    /// PHS*: Levin tree search with the distance.
    PhsStar,
    /// Weighted A* with the distance.
    AStar {
        /// How much the way so far counts.
        weight: f32,
    },
    /// A beam over reverse moves from the target, hand-made features choosing what the network judges.
    Backward {
        /// The width of the first try.
        width: usize,
        /// How many times as wide each further try is.
        growth: usize,
        /// How many times as many boards are judged as go on.
        prefilter: f32,
    },
}

impl Default for Method {
    fn default() -> Self {
        Method::PolicyBeam { width: 1, growth: 4, distance: 0.0 }
    }
}

/// How `search` searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchAgentSettings {
    /// Which search.
    pub method: Method,
    /// When hopeless boards are refuted.
    pub refute: Refute,
    /// Boards judged in one batch.
    pub batch: usize,
}

impl Default for SearchAgentSettings {
    fn default() -> Self {
        Self { method: Method::default(), refute: Refute::Early, batch: 16 }
    }
}
