//! `[checkpoint]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When the state of the run is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckpointConfig {
    /// Gradient steps between checkpoints that a run can be resumed from (`last`).
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Gradient steps between checkpoints that stay (`step-N`); 0 is never.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub keep_interval: u64,
    /// Most `step-N` kept; the oldest go first.
    #[schemars(range(min = 1, max = 100_000))]
    pub keep: usize,
}

impl Default for CheckpointConfig {
    fn default() -> Self {
        CheckpointConfig { interval: 1000, keep_interval: 0, keep: 3 }
    }
}
