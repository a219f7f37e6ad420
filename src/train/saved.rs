//! What a checkpoint keeps beside network and replay.

use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use tetreach_agents::Curriculum;

use super::rollout::Rollout;
use super::worker::WorkerState;
use tetreach_agents::store::card::Card;
use tetreach_agents::store::checkpoint::{CARD, Checkpoint, CheckpointError, STATE};

/// The counts and random streams of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedState {
    /// Seconds of the run.
    pub seconds: f64,
    /// What the actors collected.
    pub rollout: Rollout,
    /// The stream that batches are drawn with.
    pub learner_rng: Pcg64Mcg,
    /// The actors.
    pub workers: Vec<WorkerState>,
    /// The curriculum, if there is one.
    pub curriculum: Option<Curriculum>,
    /// The gradient step of an examination whose result had not come.
    pub pending_exam: Option<u64>,
}

impl SavedState {
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
