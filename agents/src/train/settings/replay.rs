//! `[replay]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::replay::{HindsightSettings, PrioritySettings, ReplaySettings};

/// What is remembered of the episodes played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReplayConfig {
    /// Most transitions kept.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub capacity: usize,
    /// Steps that a return sums before it bootstraps.
    #[schemars(range(min = 1, max = 1000))]
    pub n_step: usize,
    /// Which goals are pretended to have been pursued.
    pub hindsight: HindsightSettings,
    /// Whether surprising transitions are drawn more often.
    pub prioritized: bool,
    /// How strongly surprising transitions are preferred.
    pub priority: PrioritySettings,
}

impl Default for ReplayConfig {
    fn default() -> Self {
        ReplayConfig {
            capacity: 1_000_000,
            n_step: 1,
            hindsight: HindsightSettings::default(),
            prioritized: false,
            priority: PrioritySettings::default(),
        }
    }
}

impl ReplayConfig {
    /// The settings of the buffer, which also needs the discount and what the policy learns.
    pub fn settings(&self, discount: f32, any_order: bool) -> ReplaySettings {
        ReplaySettings {
            capacity: self.capacity,
            // Episodes come whole from the actors: none is written step by step.
            writers: 0,
            hindsight: self.hindsight,
            n_step: self.n_step,
            discount,
            priority: self.prioritized.then_some(self.priority),
            any_order,
        }
    }
}
