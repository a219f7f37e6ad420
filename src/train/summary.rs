//! How a run ended.

use super::speed::Speed;
use tetreach_agents::store::SuiteScore;

/// The end of a run in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Whether the budget was used up, rather than the run stopped.
    pub finished: bool,
    /// Gradient steps.
    pub updates: u64,
    /// Seconds, pauses not counted.
    pub seconds: f64,
    /// How fast it was since the first gradient step of this process, if it made one.
    pub speed: Option<Speed>,
    /// The scores of the best network on the targets that judged progress; empty if the run was stopped.
    pub validation: Vec<SuiteScore>,
    /// Its scores on targets never used before, if the config asks for them; empty if the run was stopped.
    pub unseen: Vec<SuiteScore>,
    /// One of these targets that was reached, from the last suite that has any, as `suite:name`.
    pub example: Option<String>,
}
