//! Where a search begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// At the empty board, with placements.
    Forward,
    /// At the target, with exact reverse moves.
    Backward,
}
