//! What weights are: enough to build their network again, and how good they are.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::score::SuiteScore;
use crate::evaluate::GreedyBy;
use crate::nn::NetworkPlan;

/// The card beside the weights of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Gradient steps that made the weights.
    pub step: u64,
    /// Seconds of training until they were saved, pauses not counted, with those of the weights that the run started
    /// from; not known of old weights.
    #[serde(default)]
    pub training_seconds: Option<f64>,
    /// The seconds among them that were spent before the run, on the weights that it started from.
    #[serde(default)]
    pub seconds_before: f64,
    /// The network that they belong to.
    pub network: NetworkPlan,
    /// What the best move is the best by.
    pub greedy: GreedyBy,
    /// Version of the program.
    pub version: String,
    /// Commit of the program, if it was known.
    pub git: Option<String>,
    /// The command line of the run; not known of old weights.
    #[serde(default)]
    pub command: Option<String>,
    /// Scores of greedy play on the targets that judge progress.
    pub validation: Vec<SuiteScore>,
    /// Scores of greedy play on targets never used before, once the run is over.
    pub unseen: Vec<SuiteScore>,
    /// The settings of the run.
    pub config: Value,
}
