//! What the bot likes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::config::Settings;

use crate::guideline::features::{OF_PLACEMENT, OF_POSITION};

/// Weights of the evaluation, set by hand. Those of a field count at the end of a line of play, those of placements on
/// the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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

impl Settings for BotWeights {
    const TITLE: &'static str = "tetreach weights of the guideline bot";
}

impl BotWeights {
    /// The names of the weights that are tuned: all but those of an attack, which the others are measured by, and of a
    /// placement without a clear.
    pub const TUNED: [&str; 21] = [
        "hole",
        "cover",
        "row_transition",
        "bump",
        "height",
        "upper_half",
        "upper_quarter",
        "well_row",
        "t_slot.0",
        "t_slot.1",
        "t_slot.2",
        "t_slot.3",
        "back_to_back",
        "combo",
        "held_t",
        "plain_clear.1",
        "plain_clear.2",
        "plain_clear.3",
        "plain_clear.4",
        "wasted_t",
        "perfect_clear",
    ];

    /// The weights that are tuned, in the order of [`TUNED`](Self::TUNED).
    pub fn tuned(&self) -> [f64; Self::TUNED.len()] {
        let mut weights = *self;
        weights.tuned_mut().map(|weight| f64::from(*weight))
    }

    /// The same weights with other values for those that are tuned.
    ///
    /// ```
    /// use tetreach::guideline::bot::BotWeights;
    ///
    /// let weights = BotWeights::default();
    /// assert_eq!(weights.with_tuned(&weights.tuned()), weights);
    /// ```
    pub fn with_tuned(mut self, values: &[f64]) -> Self {
        for (weight, &value) in self.tuned_mut().into_iter().zip(values) {
            *weight = value as f32;
        }
        self
    }

    /// The weights of a position in the order of its features.
    pub(super) fn of_position(&self) -> [f32; OF_POSITION] {
        let [slot_0, slot_1, slot_2, slot_3] = self.t_slot;
        [
            self.hole,
            self.cover,
            self.row_transition,
            self.bump,
            self.height,
            self.upper_half,
            self.upper_quarter,
            self.well_row,
            slot_0,
            slot_1,
            slot_2,
            slot_3,
            self.back_to_back,
            self.combo,
            self.held_t,
        ]
    }

    /// The weights of a placement in the order of its features.
    pub(super) fn of_placement(&self) -> [f32; OF_PLACEMENT] {
        let [none, single, double, triple, tetris] = self.plain_clear;
        [self.attack, self.perfect_clear, none, single, double, triple, tetris, self.wasted_t]
    }

    fn tuned_mut(&mut self) -> [&mut f32; Self::TUNED.len()] {
        let [slot_0, slot_1, slot_2, slot_3] = &mut self.t_slot;
        let [_, clear_1, clear_2, clear_3, clear_4] = &mut self.plain_clear;
        [
            &mut self.hole,
            &mut self.cover,
            &mut self.row_transition,
            &mut self.bump,
            &mut self.height,
            &mut self.upper_half,
            &mut self.upper_quarter,
            &mut self.well_row,
            slot_0,
            slot_1,
            slot_2,
            slot_3,
            &mut self.back_to_back,
            &mut self.combo,
            &mut self.held_t,
            clear_1,
            clear_2,
            clear_3,
            clear_4,
            &mut self.wasted_t,
            &mut self.perfect_clear,
        ]
    }
}
