//! `[goals]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::CurriculumSettings;

/// Where the targets of training come from: kinds of random targets, drawn by weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GoalsConfig {
    /// Whether the difficulty follows the success; if not, it is drawn from the whole ranges.
    pub use_curriculum: bool,
    /// How the difficulty follows the success; the level is the number of pieces or steps, within the ranges below.
    pub curriculum: CurriculumSettings,
    /// Random pieces dropped on the empty board without clearing a row.
    pub stack: StackGoals,
    /// Where random games end that cleared rows on the way.
    pub clears: ClearsGoals,
    /// Random pixels, to which no way is known.
    pub pixels: PixelsGoals,
    /// Random lines, boxes and blobs, to which no way is known.
    pub drawing: DrawingGoals,
    /// Random pixels, from a start that lies a number of exact reverse moves before them.
    pub reverse: ReverseGoals,
}

impl Default for GoalsConfig {
    fn default() -> Self {
        GoalsConfig {
            use_curriculum: true,
            curriculum: CurriculumSettings::default(),
            stack: StackGoals::default(),
            clears: ClearsGoals::default(),
            pixels: PixelsGoals::default(),
            drawing: DrawingGoals::default(),
            reverse: ReverseGoals::default(),
        }
    }
}

/// Random pieces dropped on the empty board without clearing a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StackGoals {
    /// How often these are drawn, relative to the other weights; 0 is never.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// Fewest and most pieces.
    #[schemars(inner(range(min = 1, max = 400)))]
    pub pieces: [u32; 2],
}

impl Default for StackGoals {
    fn default() -> Self {
        StackGoals { weight: 1.0, pieces: [1, 16] }
    }
}

/// Where random games end that cleared rows on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClearsGoals {
    /// How often these are drawn, relative to the other weights; 0 is never.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// Fewest and most rows that the game must clear.
    #[schemars(inner(range(min = 1, max = 50)))]
    pub rows: [u32; 2],
    /// Fewest and most pieces of the game.
    #[schemars(inner(range(min = 1, max = 400)))]
    pub pieces: [u32; 2],
}

impl Default for ClearsGoals {
    fn default() -> Self {
        ClearsGoals { weight: 0.0, rows: [1, 2], pieces: [8, 16] }
    }
}

/// Random pixels, to which no way is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PixelsGoals {
    /// How often these are drawn, relative to the other weights; 0 is never.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// Fewest and most rows.
    #[schemars(inner(range(min = 1, max = 32)))]
    pub rows: [u32; 2],
    /// Least and greatest share of filled cells, in percent.
    #[schemars(inner(range(min = 1, max = 99)))]
    pub density: [u32; 2],
}

impl Default for PixelsGoals {
    fn default() -> Self {
        PixelsGoals { weight: 0.0, rows: [1, 6], density: [30, 70] }
    }
}

/// Random lines, boxes and blobs, to which no way is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DrawingGoals {
    /// How often these are drawn, relative to the other weights; 0 is never.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// Fewest and most rows.
    #[schemars(inner(range(min = 1, max = 32)))]
    pub rows: [u32; 2],
}

impl Default for DrawingGoals {
    fn default() -> Self {
        DrawingGoals { weight: 0.0, rows: [1, 8] }
    }
}

/// Random pixels, from a start that lies a number of exact reverse moves before them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReverseGoals {
    /// How often these are drawn, relative to the other weights; 0 is never.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// Fewest and most rows of the target.
    #[schemars(inner(range(min = 1, max = 32)))]
    pub rows: [u32; 2],
    /// Least and greatest share of the target's filled cells, in percent.
    #[schemars(inner(range(min = 1, max = 99)))]
    pub density: [u32; 2],
    /// Fewest and most reverse moves from the target to the start.
    #[schemars(inner(range(min = 1, max = 400)))]
    pub steps: [u32; 2],
}

impl Default for ReverseGoals {
    fn default() -> Self {
        ReverseGoals { weight: 0.0, rows: [1, 8], density: [30, 70], steps: [1, 16] }
    }
}
