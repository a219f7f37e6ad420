//! What the bot likes.

use serde::{Deserialize, Serialize};

/// Weights of the evaluation, set by hand. Those of a field count at the end of a line of play, those of placements on
/// the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BotWeights {
    /// For each empty cell under a filled one.
    pub hole: f32,
    /// For each filled cell over a hole, up to six per hole.
    pub cover: f32,
    /// For each change between filled and empty along the rows.
    pub row_transition: f32,
    /// For each step between neighbouring heights, the well left out.
    pub bump: f32,
    /// For the highest column.
    pub height: f32,
    /// For each row of it above 10.
    pub upper_half: f32,
    /// For each row of it above 15.
    pub upper_quarter: f32,
    /// For each row, up to four, that lacks only the well.
    pub well_row: f32,
    /// For a place that a T can spin into, by the lines that clears.
    pub t_slot: [f32; 4],
    /// If the next difficult clear gets the bonus.
    pub back_to_back: f32,
    /// For each placement of the running combo.
    pub combo: f32,
    /// If a T is held.
    pub held_t: f32,
    /// For each line sent.
    pub attack: f32,
    /// For clears without a spin, by lines.
    pub plain_clear: [f32; 5],
    /// For a T that is placed without a spin of two lines or more.
    pub wasted_t: f32,
    /// For leaving the field empty, beside the attack.
    pub perfect_clear: f32,
}

impl Default for BotWeights {
    fn default() -> Self {
        BotWeights {
            hole: -1.5,
            cover: -0.2,
            row_transition: -0.2,
            bump: -0.1,
            height: -0.4,
            upper_half: -1.5,
            upper_quarter: -5.0,
            well_row: 0.3,
            t_slot: [0.1, 1.5, 2.5, 4.0],
            back_to_back: 0.5,
            combo: 0.1,
            held_t: 0.3,
            attack: 1.0,
            plain_clear: [0.0, -2.0, -2.0, -2.0, 0.0],
            wasted_t: -1.5,
            perfect_clear: 2.0,
        }
    }
}
