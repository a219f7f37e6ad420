//! `[search]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::Schedule;
use tetreach_agents::train::settings::SelfPlaySettings;

/// How actors search that learn by expert iteration (`learner.algorithm = "zero"`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Share of the episodes that begin at the target and take it apart, where one network learns both directions.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub backward: f64,
    /// Simulations before a move, by environment steps.
    pub simulations: Schedule,
    /// Share of the moves searched in full; the others get an eighth of the simulations and give no advice.
    #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1.0))]
    pub full_share: f64,
    /// Moves that a search considers at first.
    #[schemars(range(min = 1, max = 1000))]
    pub considered: u32,
    /// Rows that a way may clear beyond the fewest possible, where no way is known.
    #[schemars(range(min = 0, max = 100))]
    pub spare_rows: u32,
    /// Whether the policy learns the improved policies of the searches, or only the ways that came of them.
    pub advice: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            backward: 0.5,
            simulations: Schedule::Constant { value: 64.0 },
            full_share: 1.0,
            considered: 16,
            spare_rows: 2,
            advice: true,
        }
    }
}

impl SearchConfig {
    /// The settings that every game has.
    pub fn settings(&self) -> SelfPlaySettings {
        SelfPlaySettings {
            simulations: self.simulations,
            full_share: self.full_share,
            considered: self.considered,
            advice: self.advice,
        }
    }
}
