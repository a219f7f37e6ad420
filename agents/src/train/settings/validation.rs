//! `[evaluation]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How progress is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ValidationConfig {
    /// Episodes of each suite.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: usize,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
}

impl Default for ValidationConfig {
    fn default() -> Self {
        ValidationConfig { count: 100, interval: 1000 }
    }
}
