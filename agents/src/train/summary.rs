//! How a run ended.

use super::Throughput;
use crate::evaluate::GreedyBy;
use crate::store::SuiteScore;

/// The end of a run in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Whether the budget was used up, rather than the run stopped.
    pub finished: bool,
    /// Gradient steps.
    pub updates: u64,
    /// Seconds, pauses not counted.
    pub seconds: f64,
    /// What the best move was the best by.
    pub greedy: GreedyBy,
    /// How fast it was since the first gradient step of this process, if it made one.
    pub throughput: Option<Throughput>,
    /// The scores of the best network on the suites that judged progress; empty if the run was stopped.
    pub validation: Vec<SuiteScore>,
    /// Its scores on episodes never used before, if the config asks for them; empty if the run was stopped.
    pub unseen: Vec<SuiteScore>,
    /// One of these episodes that went well, from the last suite that has any, as a user can name it.
    pub example: Option<String>,
}
