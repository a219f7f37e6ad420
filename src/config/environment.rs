//! `[environment]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Size;
use crate::reach::{ReachSettings, Reward, RewardKind, StepLimit};

/// The rules of an episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EnvironmentConfig {
    /// What a placement earns.
    pub reward: RewardKind,
    /// Added to the reward when the game ends short of the goal.
    #[schemars(range(min = -1e6, max = 0.0))]
    pub dead_end: f64,
    /// Multiplies the fewest pieces that the goal needs; an episode is cut short at this many and `step_limit_slack`.
    #[schemars(range(min = 1.0, max = 100.0))]
    pub step_limit_factor: f64,
    /// Pieces added to the limit of an episode.
    #[schemars(range(min = 0, max = 10_000))]
    pub step_limit_slack: u32,
}

impl Default for EnvironmentConfig {
    fn default() -> Self {
        EnvironmentConfig {
            reward: RewardKind::Sparse,
            dead_end: 0.0,
            step_limit_factor: 2.0,
            step_limit_slack: 10,
        }
    }
}

impl EnvironmentConfig {
    /// The settings of the environments, which also need the board and the discount.
    pub fn settings(&self, size: Size, gamma: f64) -> ReachSettings {
        let reward = Reward { kind: self.reward, gamma: gamma as f32, dead_end: self.dead_end as f32 };
        let limit = StepLimit::Scaled { factor: self.step_limit_factor as f32, slack: self.step_limit_slack };
        ReachSettings { size, reward, limit, ..ReachSettings::default() }
    }
}
