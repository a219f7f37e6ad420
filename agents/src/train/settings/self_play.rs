//! `[search]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schedule::Schedule;

/// How actors search that learn by expert iteration (`learner.algorithm = "zero"`).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// Simulations before a move, by environment steps.
    pub simulations: Schedule,
    /// Share of the moves searched in full; the others get an eighth of the simulations and give no advice.
    #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1.0))]
    pub full_share: f64,
    /// Moves that a search considers at first.
    #[schemars(range(min = 1, max = 1000))]
    pub considered: u32,
    /// Whether the policy learns the improved policies of the searches, or only the ways that came of them.
    pub advice: bool,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        SelfPlaySettings {
            simulations: Schedule::Constant { value: 64.0 },
            full_share: 1.0,
            considered: 16,
            advice: true,
        }
    }
}
