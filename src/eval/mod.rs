//! Solvers measured on suites of targets: attempts under budgets, statistics and reports.
//!
//! A [`Runner`] makes an [`Attempt`] at each [`Task`], several at a time; an [`Evaluation`] sums them up.

mod attempt;
pub mod distance_check;
mod evaluation;
mod hazard;
pub mod mistakes;
mod record;
mod report;
mod runner;
mod statistics;
mod task;

pub use attempt::{Attempt, Status, board_line};
pub use evaluation::{Evaluated, Evaluation, EvaluationSettings, Group, add_exact};
pub use hazard::Hazard;
pub use record::{Record, RecordedMove};
pub use report::ReportFormat;
pub use runner::{Finished, Job, Runner, in_threads, solve_checked};
pub use statistics::{
    Interval, bootstrap_mean, mean, median, pearson, quantile, ranks, spearman, t_interval, wilson,
    wilson_of_rate,
};
pub use task::{Task, known_distances};
