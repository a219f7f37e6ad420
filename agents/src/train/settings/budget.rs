//! `[budget]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When the run ends: at the first limit reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetConfig {
    /// Seconds of training, pauses between stop and resume not counted; 0 is no limit.
    #[schemars(range(min = 0.0, max = 1e9))]
    pub seconds: f64,
    /// Environment steps; 0 is no limit.
    #[schemars(range(min = 0, max = 1_000_000_000_000_000_u64))]
    pub environment_steps: u64,
    /// Gradient steps; 0 is no limit.
    #[schemars(range(min = 0, max = 1_000_000_000_000_000_u64))]
    pub gradient_steps: u64,
}

impl Default for BudgetConfig {
    fn default() -> Self {
        BudgetConfig { seconds: 300.0, environment_steps: 0, gradient_steps: 0 }
    }
}

impl BudgetConfig {
    /// The share of the budget that is used up, by the limit that is nearest; 1 and more is the end.
    pub fn share(&self, seconds: f64, environment_steps: u64, gradient_steps: u64) -> f64 {
        let shares = [
            (self.seconds, seconds),
            (self.environment_steps as f64, environment_steps as f64),
            (self.gradient_steps as f64, gradient_steps as f64),
        ];
        shares.iter().filter(|(limit, _)| *limit > 0.0).map(|(limit, used)| used / limit).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_limit_counts_and_zero_is_none() {
        let budget = BudgetConfig { seconds: 100.0, environment_steps: 0, gradient_steps: 1000 };
        assert_eq!(budget.share(50.0, 1 << 40, 200), 0.5);
        assert_eq!(budget.share(50.0, 0, 1000), 1.0);
    }
}
