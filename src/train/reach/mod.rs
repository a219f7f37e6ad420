//! What reach brings to training: targets of the train split, demonstrations, searches both ways, suites and pictures.

mod demonstrations;
mod domain;
pub(in crate::train) mod episode_picture;
mod error;
mod recorded_ways;
mod search;
mod search_suite;
mod setup;
mod solved_targets;
pub(in crate::train) mod suite;
mod training_goals;
mod value_range;

pub use demonstrations::{Demonstrations, ShownWay, played_out};
pub use domain::ReachDomain;
pub use error::ReachTrainError;
pub use recorded_ways::{RecordedWays, RecordedWaysError};
pub use search::ForwardSearch;
pub(in crate::train) use search::{cleared_rows, fewest_rows, replayed};
pub use search_suite::SearchSuite;
pub use setup::ReachSetup;
pub use solved_targets::SolvedTargets;
pub use suite::{GreedySuite, greedy_score};
pub use training_goals::TrainingGoals;
pub use value_range::value_range;
