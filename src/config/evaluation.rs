//! `[evaluation]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How progress is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluationConfig {
    /// Suites of targets, built-in ones as `name@split` or files.
    #[schemars(length(max = 100), inner(length(min = 1, max = 1000)))]
    pub suites: Vec<String>,
    /// Targets of each generated suite.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: usize,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Whether the best network is scored on the test split at the end; leave it off while trying out settings.
    pub test: bool,
    /// Episodes of each suite that are drawn for TensorBoard.
    #[schemars(range(min = 0, max = 100))]
    pub pictures: usize,
}

impl Default for EvaluationConfig {
    fn default() -> Self {
        EvaluationConfig {
            suites: ["stack-2", "stack-4", "stack-8"].map(|suite| format!("{suite}@validation")).to_vec(),
            count: 100,
            interval: 1000,
            test: false,
            pictures: 4,
        }
    }
}
