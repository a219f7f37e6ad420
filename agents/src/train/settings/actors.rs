//! `[actors]` and `[exploration]`

use crate::schedule::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ActorsConfig {
    /// Threads that play; 0 where only `remote` actors do.
    #[schemars(range(min = 0, max = 256))]
    pub count: usize,
    /// Environments that each thread plays at once.
    #[schemars(range(min = 1, max = 65_536))]
    pub environments: usize,
    /// Transitions learned from for every transition collected; whoever is ahead waits.
    #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1e6))]
    pub replay_ratio: f64,
    /// A folder through which actors in other processes take part: weights go out by it, experience comes in; see
    /// `tetreach.ray` in docs/python.md. Empty means none.
    #[schemars(length(max = 10_000))]
    pub remote: String,
}

impl Default for ActorsConfig {
    fn default() -> Self {
        ActorsConfig { count: 1, environments: 64, replay_ratio: 8.0, remote: String::new() }
    }
}

/// How often the actors leave the policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExplorationConfig {
    /// Share of actions drawn at random among the legal ones, by environment steps.
    pub epsilon: Schedule,
    /// Share of these that are drawn among the actions that the game's own bounds do not speak against, where it has
    /// any (for reach, what `network.detours` tells the network).
    #[schemars(range(min = 0.0, max = 1.0))]
    pub promising: f64,
    /// Weight of the policy's log-probability in the choice of a move, the rest going to the action value.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub policy_weight: f64,
}

impl Default for ExplorationConfig {
    fn default() -> Self {
        ExplorationConfig {
            epsilon: Schedule::Linear { start: 1.0, end: 0.05, steps: 200_000 },
            promising: 0.0,
            policy_weight: 0.5,
        }
    }
}
