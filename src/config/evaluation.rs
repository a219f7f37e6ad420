//! `[evaluation]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How progress is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EvaluationConfig {
    /// Suites of targets, built-in ones as `name@split` or files.
    #[schemars(length(max = 100), inner(length(min = 1, max = 1000)))]
    pub suites: Vec<String>,
    /// Suites that are played at the end only, beside the test split of those above: for targets that must have no say
    /// in the choice of the best network, such as `letters` and `art`.
    #[schemars(length(max = 100), inner(length(min = 1, max = 1000)))]
    pub test_suites: Vec<String>,
    /// Targets of each generated suite.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub count: usize,
    /// Suites that the tree search `mcts` solves with the network in every evaluation, beside the play without search;
    /// they too have a say in the choice of the best network.
    #[schemars(length(max = 100), inner(length(min = 1, max = 1000)))]
    pub search_suites: Vec<String>,
    /// Targets of each of them.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub search_count: usize,
    /// Boards that the network may judge for each of their targets.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub search_boards: u64,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Whether the best network is scored on the test split at the end; leave it off while trying out settings.
    pub test: bool,
    /// Episodes of each suite that are drawn for TensorBoard.
    #[schemars(range(min = 0, max = 100))]
    pub pictures: usize,
}

impl Default for EvaluationConfig {
    fn default() -> Self {
        EvaluationConfig {
            suites: ["stack-2", "stack-4", "stack-8"].map(|suite| format!("{suite}@validation")).to_vec(),
            test_suites: Vec::new(),
            count: 100,
            search_suites: Vec::new(),
            search_count: 20,
            search_boards: 100,
            interval: 1000,
            test: false,
            pictures: 4,
        }
    }
}
