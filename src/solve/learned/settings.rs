//! The switches of the learned agents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::ValueScale;
use tetreach_agents::config::{BrokenRules, Settings};
use tetreach_agents::search::mcts::{Interior, MctsError, MctsSettings, Unvisited};

use crate::reach::Direction;

/// When boards that cannot become the target under the cap are refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RefutationTime {
    /// Never.
    Off,
    /// When their turn has come.
    Late,
    /// Before their siblings' probabilities are put to use, which then share what the refuted ones had.
    #[default]
    Early,
}

/// Which end of the way a search begins at: what settings say of a [`Direction`], which may be left to the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchDirection {
    /// At the target if the network knows the way back, else at the empty board.
    #[default]
    Auto,
    /// At the empty board, with placements.
    Forward,
    /// At the target, with reverse moves.
    Backward,
}

impl SearchDirection {
    /// The direction with a network that knows the way back, or does not.
    pub fn resolve(self, knows_way_back: bool) -> Direction {
        match self {
            SearchDirection::Auto if knows_way_back => Direction::Backward,
            SearchDirection::Auto | SearchDirection::Forward => Direction::Forward,
            SearchDirection::Backward => Direction::Backward,
        }
    }
}

/// What is wrong with the settings of a learned agent.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LearnedSettingsError {
    /// The tree search.
    #[error(transparent)]
    Tree(#[from] MctsError),
    /// The value of success one step later.
    #[error("`scale.discount` must be above 0 and at most 1, found {found}")]
    Discount {
        /// What was found.
        found: f32,
    },
}

/// How `mcts` searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MctsAgentSettings {
    /// Which end of the way the tree grows from.
    pub direction: SearchDirection,
    /// How values follow from distances.
    pub scale: ValueScale,
    /// When hopeless boards are refuted.
    pub refute: RefutationTime,
    /// Boards judged in one batch.
    #[schemars(range(min = 1, max = 4096))]
    pub batch: usize,
    /// Whether the search goes on for shorter ways after the first, as long as the budget lasts.
    pub shorten: bool,
    /// The tree search.
    pub tree: MctsSettings,
}

impl MctsAgentSettings {
    /// Checks the numbers, which may come from a file.
    pub fn validate(&self) -> Result<(), LearnedSettingsError> {
        if let ValueScale::Success { discount, .. } = self.scale
            && !(discount > 0.0 && discount <= 1.0)
        {
            return Err(LearnedSettingsError::Discount { found: discount });
        }
        Ok(self.tree.validate()?)
    }
}

impl Settings for MctsAgentSettings {
    const TITLE: &'static str = "settings of the agent mcts";

    fn check(&self, rules: &mut BrokenRules) {
        if let Err(error) = self.validate() {
            let path = if matches!(error, LearnedSettingsError::Tree(_)) { "tree" } else { "scale" };
            rules.blame(path, error.to_string());
        }
    }
}

impl Default for MctsAgentSettings {
    fn default() -> Self {
        Self {
            direction: SearchDirection::Auto,
            // Untried moves count as bad as the worst seen: with the usual value of their state the search stays so
            // broad that it solves 8 instead of 60 % of stack-16 with 100 boards (docs/search.md).
            tree: MctsSettings {
                interior: Interior::Puct { weight: 0.4, growth: 19_652.0 },
                unvisited: Unvisited::Worst,
                leaves: 4,
                ..MctsSettings::default()
            },
            scale: ValueScale::Success { discount: 0.95, reachable: false },
            refute: RefutationTime::Early,
            batch: 4,
            shorten: true,
        }
    }
}

/// Which search `search` uses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Method {
    /// A beam on the policy's log-probability, which widens from try to try.
    PolicyBeam {
        /// The width of the first try.
        #[serde(default = "Method::first_width")]
        #[schemars(range(min = 1, max = 1_000_000))]
        width: usize,
        /// How many times as wide each further try is.
        #[serde(default = "Method::usual_growth")]
        #[schemars(range(min = 2, max = 1000))]
        growth: usize,
        /// The weight of the distance beside the log-probability.
        #[serde(default)]
        #[schemars(range(min = 0.0, max = 1000.0))]
        distance: f32,
    },
    /// Q*: the way so far and the value of each move.
    QStar {
        /// How much the way so far counts.
        #[serde(default = "Method::usual_weight")]
        #[schemars(range(min = 0.0, max = 1000.0))]
        weight: f32,
    },
    /// Levin tree search: depth over probability.
    Levin,
    /// PHS*: Levin tree search with the distance.
    PhsStar,
    /// Weighted A* with the distance.
    AStar {
        /// How much the way so far counts.
        #[serde(default = "Method::usual_weight")]
        #[schemars(range(min = 0.0, max = 1000.0))]
        weight: f32,
    },
}

impl Method {
    fn first_width() -> usize {
        1
    }

    fn usual_growth() -> usize {
        4
    }

    fn usual_weight() -> f32 {
        0.6
    }
}

impl Default for Method {
    fn default() -> Self {
        Method::PolicyBeam { width: Self::first_width(), growth: Self::usual_growth(), distance: 0.0 }
    }
}

/// How `search` searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchAgentSettings {
    /// Which search.
    pub method: Method,
    /// Which end of the way the search begins at.
    pub direction: SearchDirection,
    /// When hopeless boards are refuted.
    pub refute: RefutationTime,
    /// Boards judged in one batch.
    #[schemars(range(min = 1, max = 4096))]
    pub batch: usize,
}

impl Settings for SearchAgentSettings {
    const TITLE: &'static str = "settings of the agent search";
}

impl Default for SearchAgentSettings {
    fn default() -> Self {
        Self {
            method: Method::default(),
            direction: SearchDirection::Auto,
            refute: RefutationTime::Early,
            batch: 16,
        }
    }
}
