//! The duel: agents on paired targets, at equal nodes and at equal seconds, with statistics and a report.
//!
//! A [`Plan`] says who meets which target how often; [`fight`] makes the attempts and keeps each in a [`Ledger`];
//! the [`Analysis`] computes from it what rliable (Agarwal et al. 2021) asks for; a [`report`] shows it.

mod analysis;
mod bootstrap;
mod bout;
mod comparison;
mod contestant;
mod fight;
mod forecast;
mod learning_cost;
mod ledger;
mod limit;
mod network;
mod plan;
pub mod report;
mod scores;

pub use analysis::Analysis;
pub use bootstrap::{Bootstrap, RESAMPLES};
pub use bout::{Bout, BoutKey};
pub use comparison::{Comparison, Improvement, Standing, SuiteStanding};
pub use contestant::{Absentee, Contestant, DEFAULT_AGENTS, Family, Field};
pub use fight::{Conduct, Spectator, fight};
pub use forecast::{Forecast, duration_text};
pub use learning_cost::LearningCost;
pub use ledger::{Ledger, LedgerError};
pub use limit::{Limit, Reckoning};
pub use network::TrainedNetwork;
pub use plan::{Entrant, Pairing, Plan};
pub use scores::{
    Scores, chance_to_beat, interquartile_mean, median_of_targets, optimality_gap,
    probability_of_improvement, profile,
};
