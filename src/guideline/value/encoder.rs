//! After-states as a network sees them.

use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};

use super::task::{MOST_PLACEMENTS, ValueTask};
use crate::game::Piece;
use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelinePosition, Lock};
use crate::guideline::features::{FEATURES, placement_features, position_features};

/// What the features are multiplied by, in their order, so that they are about as large as 1.
const SCALES: [f32; FEATURES.len()] = [
    0.1, 0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.25, 1.0, 1.0, 1.0, 1.0, 1.0, 0.2, 1.0, 0.25, 1.0, 1.0, 1.0, 1.0,
    1.0, 1.0, 1.0,
];

/// The number of things told of a placement: the features, and whether it loses the game.
pub(super) const TOLD: usize = FEATURES.len() + 1;

/// What is told of a placement by what it leads to.
pub(super) fn told(
    position: &GuidelinePosition,
    hold: Option<Piece>,
    placement: GuidelinePlacement,
    lock: &Lock,
) -> [f32; TOLD] {
    let mut told = [0.0; TOLD];
    if lock.topped_out {
        told[TOLD - 1] = 1.0;
        return told;
    }
    let features = position_features(position, hold).into_iter().chain(placement_features(placement, lock));
    for (told, (feature, scale)) in told.iter_mut().zip(features.zip(SCALES)) {
        *told = feature * scale;
    }
    told
}

/// Shows each placement by the features of the after-state that it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct AfterEncoder {
    /// The game.
    pub task: ValueTask,
}

/// The sizes of an encoding of placements.
pub(super) const SHAPE: EncodingShape =
    EncodingShape { planes: 1, height: 1, width: 1, maps: 1, actions: MOST_PLACEMENTS, hints: TOLD };

impl Encoder for AfterEncoder {
    type State = GuidelineGame;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        SHAPE
    }

    fn encode(&self, game: &GuidelineGame, _goal: &(), row: EncodingRow<'_>) {
        let EncodingRow { legal, hints, .. } = row;
        self.task.for_each_placement(game, |action, placement| {
            let mut next = *game;
            let (lock, _) = next.place(placement, &self.task.rules);
            legal[action.index()] = true;
            let told = told(&next.position, next.hold, placement, &lock);
            for (index, number) in told.into_iter().enumerate() {
                hints[index * MOST_PLACEMENTS + action.index()] = number;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::nn::Encoding;
    use tetreach_agents::{Action, AfterstateTask, GoalTask};

    use super::*;
    use crate::game::guideline::GuidelinePreset;
    use crate::guideline::value::GuidelineRewards;

    #[test]
    fn what_is_shown_is_what_the_task_allows_and_leads_to() {
        let rewards = GuidelineRewards::default();
        let task = ValueTask { rules: GuidelinePreset::Ppt.rules(), pieces: 600, rewards };
        let encoder = AfterEncoder { task: task.clone() };
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let mut game = GuidelineGame::start(&mut rng);
        let mut lost = 0;
        while let Some(action) = task.legal_actions(&game).sample(&mut rng) {
            let mut encoding = Encoding::new(encoder.shape());
            encoding.push(&encoder, &game, &());
            let legal = task.legal_actions(&game);
            assert!((0..MOST_PLACEMENTS).all(|at| encoding.legal()[at] == legal.contains(Action(at as u16))));
            let after = task.after(&game, action).unwrap();
            let hint = |index: usize| encoding.hints()[index * MOST_PLACEMENTS + action.index()];
            let is_lost = after.lock.topped_out;
            assert_eq!(hint(TOLD - 1), f32::from(u8::from(is_lost)));
            let holes = position_features(&after.game.position, after.game.hold)[0];
            assert!(is_lost || hint(0) == holes * SCALES[0]);
            lost += u32::from(is_lost);
            game = task.draw(&after, &mut rng);
            if game.is_over(&task.rules) {
                break;
            }
        }
        assert!(lost <= 1);
    }
}
