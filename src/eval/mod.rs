//! Solvers measured on suites of targets: runs under budgets, statistics and reports.

#[cfg(feature = "lab")]
pub mod duel;
mod record;
mod report;
mod run;
mod statistics;

pub use record::{Move, Record, Status};
pub use report::{Evaluation, Group, ReportFormat, short};
pub use run::{Audience, Distance, Entrant, Settings, Task, attempt, run};
pub use statistics::{Interval, bootstrap_mean, mean, median, wilson, wilson_of_rate};
