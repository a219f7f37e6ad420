//! How good a position is, and a placement, by hand-set weights.

use super::weights::BotWeights;
use crate::game::Piece;
use crate::game::guideline::{GuidelinePlacement, GuidelinePosition, Lock};
use crate::guideline::features::{OF_PLACEMENT, OF_POSITION, placement_features, position_features};

/// Weights in the order of the features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LinearJudge {
    position: [f32; OF_POSITION],
    placement: [f32; OF_PLACEMENT],
}

impl LinearJudge {
    /// The sum of these weights.
    pub fn new(weights: &BotWeights) -> Self {
        LinearJudge { position: weights.of_position(), placement: weights.of_placement() }
    }

    /// What a position is worth to come from.
    pub fn position(&self, position: &GuidelinePosition, hold: Option<Piece>) -> f32 {
        dot(&self.position, &position_features(position, hold))
    }

    /// What a placement is worth by itself.
    pub fn placement(&self, placement: GuidelinePlacement, lock: &Lock) -> f32 {
        dot(&self.placement, &placement_features(placement, lock))
    }
}

fn dot<const N: usize>(weights: &[f32; N], features: &[f32; N]) -> f32 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::Field;

    fn value(text: &str) -> f32 {
        let position =
            GuidelinePosition { field: Field::from_text(text).unwrap(), ..GuidelinePosition::default() };
        LinearJudge::new(&BotWeights::default()).position(&position, None)
    }

    #[test]
    fn flat_stacks_without_holes_are_better() {
        assert!(value("#########.") > value("########..\n........#."), "a hole");
        assert!(value("#########.") > value("#.#.#.###.\n#########."), "bumps");
        assert!(value("") > value(&"#########.\n".repeat(16)), "height");
    }

    #[test]
    fn a_slot_for_a_t_is_worth_more_than_the_same_cells_without_a_roof() {
        assert!(value("..##......\n...#######\n#.########") > value("...##.....\n...#######\n#.########"));
    }
}
