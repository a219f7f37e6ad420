//! What a checkpoint keeps besides network and replay.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::store::card::Card;
use crate::store::checkpoint::{CARD, Checkpoint, CheckpointError, STATE};
use crate::train::{ActorState, Curriculum, RolloutStats};

/// The counts and random streams of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "S: Deserialize<'de>, G: Deserialize<'de>"))]
pub struct SavedState<S, G> {
    /// Seconds of the run.
    pub seconds: f64,
    /// What the actors collected.
    pub rollout: RolloutStats,
    /// The stream that batches are drawn with.
    pub learner_rng: Pcg64Mcg,
    /// The actors; early runs call them workers.
    #[serde(alias = "workers")]
    pub actors: Vec<ActorState<S, G>>,
    /// The curriculum, if there is one.
    pub curriculum: Option<Curriculum>,
    /// The gradient step of a validation whose result had not come.
    #[serde(alias = "pending_exam")]
    pub pending_validation: Option<u64>,
}

impl<S: for<'de> Deserialize<'de>, G: for<'de> Deserialize<'de>> SavedState<S, G> {
    /// Reads the state of a checkpoint.
    pub fn read(checkpoint: &Checkpoint) -> Result<Self, CheckpointError> {
        parse(checkpoint, STATE)
    }
}

/// Reads the card of a checkpoint.
pub fn read_card(checkpoint: &Checkpoint) -> Result<Card, CheckpointError> {
    parse(checkpoint, CARD)
}

fn parse<T: for<'de> Deserialize<'de>>(checkpoint: &Checkpoint, name: &str) -> Result<T, CheckpointError> {
    serde_json::from_slice(&checkpoint.read(name)?).map_err(|error| CheckpointError::Damaged {
        path: checkpoint.path().into(),
        reason: format!("{name}: {error}"),
    })
}

/// Plain data as JSON.
pub fn json<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec_pretty(value).expect("invariant: plain data of finite numbers can be written")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn states_under_the_names_of_early_runs_are_read() {
        let state = SavedState::<u16, u16> {
            seconds: 2.5,
            rollout: RolloutStats {
                environment_steps: 64,
                demonstration_steps: 8,
                ..RolloutStats::default()
            },
            learner_rng: Pcg64Mcg::seed_from_u64(1),
            actors: Vec::new(),
            curriculum: None,
            pending_validation: Some(40),
        };
        let text = String::from_utf8(json(&state)).unwrap();
        let early =
            text.replace("\"actors\"", "\"workers\"").replace("\"pending_validation\"", "\"pending_exam\"");
        assert!(early.contains("\"workers\"") && early.contains("\"pending_exam\""), "{early}");
        let read: SavedState<u16, u16> = serde_json::from_str(&early).unwrap();
        assert_eq!(json(&read), json(&state));
    }
}
