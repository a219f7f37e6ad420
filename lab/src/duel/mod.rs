//! The duel: agents on paired targets, at equal nodes and at equal seconds, with statistics and a report.
//!
//! A [`DuelPlan`] says which agent meets which target how often; [`run()`] makes the attempts and keeps each in a
//! [`ResultsFile`]; the [`Analysis`] computes from it what rliable (Agarwal et al. 2021) asks for; a [`report`] shows
//! it.

mod analysis;
mod attempt;
mod bootstrap;
mod comparison;
mod forecast;
mod learning_cost;
mod limit;
mod line_up;
mod network;
mod plan;
pub mod report;
mod results_file;
mod run;
mod scores;

pub use analysis::Analysis;
pub use attempt::{AttemptKey, KeyedAttempt};
pub use bootstrap::{Bootstrap, RESAMPLES};
pub use comparison::{AgentStanding, Comparison, Improvement, SuiteStanding};
pub use forecast::Forecast;
pub use learning_cost::LearningCost;
pub use limit::{AttemptLimit, CostModel};
pub use line_up::{AgentInfo, DEFAULT_AGENTS, LineUp, MissingAgent};
pub use network::TrainedNetwork;
pub use plan::{DuelPlan, PlannedAttempt};
pub use results_file::{ResultsFile, ResultsFileError};
pub use run::{RunOptions, run};
pub use scores::{
    Scores, chance_to_beat, interquartile_mean, median_of_targets, optimality_gap,
    probability_of_improvement, profile,
};
