//! One agent over tasks under one budget, summed up by suite and together.

use serde::Serialize;

use super::attempt::{Attempt, Status};
use super::runner::{Job, Runner};
use super::statistics::{Interval, bootstrap_mean, mean, median, wilson};
use super::task::Task;
use crate::solve::oracle::DistanceTable;
use crate::solve::{Budget, Solver};

/// What every attempt of an evaluation shares.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationSettings {
    /// The most that one attempt may spend.
    pub budget: Budget,
    /// Each target gets a stream derived from this seed and its place in the list.
    pub seed: u64,
    /// Threads that each attempt may use.
    pub threads: usize,
}

/// A task with what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The task.
    pub task: Task,
    /// What came of it.
    pub attempt: Attempt,
    /// The least number of pieces, where it is known.
    pub exact: Option<u32>,
}

impl Evaluated {
    /// Pieces of the way for each piece of the shortest one, where that is known.
    pub fn exact_ratio(&self) -> Option<f64> {
        self.attempt.ratio_to(self.exact?)
    }
}

impl Runner<'_> {
    /// Attempts all tasks and returns what was finished, in the order of the tasks; all of it unless stopped early.
    pub fn evaluate(
        &self,
        solver: &dyn Solver,
        tasks: &[Task],
        settings: &EvaluationSettings,
    ) -> Vec<Evaluated> {
        let EvaluationSettings { budget, seed, threads } = *settings;
        let jobs = tasks.iter().enumerate().map(|(index, task)| Job {
            solver,
            board: task.board,
            budget,
            // Weyl's sequence keeps the streams of neighbouring targets apart whatever the seed is.
            seed: seed.wrapping_add((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            threads,
        });
        let attempts = self.run(&jobs.collect::<Vec<_>>());
        let finished = tasks.iter().zip(attempts).filter_map(|(task, attempt)| {
            Some(Evaluated { task: task.clone(), attempt: attempt?, exact: None })
        });
        finished.collect()
    }
}

/// Adds the exact distances of boards that a table covers.
pub fn add_exact(results: &mut [Evaluated], table: &DistanceTable) {
    for result in results {
        // A higher board has more room, and so perhaps a shorter way.
        if table.size() == result.task.board.size() {
            result.exact = table.distance(&result.task.board);
        }
    }
}

/// Draws of the bootstrap.
const RESAMPLES: usize = 2000;

/// The numbers of one suite, or of all together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The suite's name.
    pub suite: String,
    /// Targets attempted.
    pub n: usize,
    /// Targets solved.
    pub solved: usize,
    /// Targets shown to be out of reach.
    pub unreachable: usize,
    /// 95 % interval (Wilson) of the rate of solved ones.
    pub interval: Interval,
    /// Mean pieces of solved targets.
    pub pieces_mean: Option<f64>,
    /// Median pieces of solved targets.
    pub pieces_median: Option<f64>,
    /// Mean of pieces over the lower bound, solved targets.
    pub bound_ratio: Option<f64>,
    /// 95 % interval (bootstrap) of that mean.
    pub bound_ratio_interval: Option<Interval>,
    /// Targets whose way is proved to be a shortest one.
    pub proved: usize,
    /// 95 % interval (Wilson) of their rate among all targets.
    pub proved_interval: Interval,
    /// Mean pieces above the lower bound, solved targets that are not proved.
    pub gap_mean: Option<f64>,
    /// Mean of pieces over the exact distance, solved targets for which it is known.
    pub exact_ratio: Option<f64>,
    /// Targets for which the exact distance is known and a way was found.
    pub exact_n: usize,
    /// Mean boards generated, all targets.
    pub nodes_mean: Option<f64>,
    /// Mean seconds, all targets.
    pub seconds_mean: Option<f64>,
}

impl Group {
    /// The numbers of these results.
    pub fn of(suite: &str, results: &[&Evaluated], seed: u64) -> Self {
        let numbers = |of: &dyn Fn(&Evaluated) -> Option<f64>| -> Vec<f64> {
            results.iter().filter_map(|result| of(result)).collect()
        };
        let count = |status| results.iter().filter(|result| result.attempt.status == status).count();
        let (n, solved) = (results.len(), count(Status::Solved));
        let pieces = numbers(&|result| result.attempt.pieces.map(|pieces| pieces as f64));
        let bound_ratios = numbers(&|result| result.attempt.bound_ratio());
        let proved = results.iter().filter(|result| result.attempt.proved_optimal()).count();
        let gaps = numbers(&|result| result.attempt.gap().filter(|&gap| gap > 0.0));
        let exact_ratios = numbers(&Evaluated::exact_ratio);
        Self {
            suite: suite.to_owned(),
            n,
            solved,
            unreachable: count(Status::Unreachable),
            interval: wilson(solved, n),
            pieces_mean: mean(pieces.iter().copied()),
            pieces_median: median(&pieces),
            bound_ratio: mean(bound_ratios.iter().copied()),
            bound_ratio_interval: bootstrap_mean(&bound_ratios, RESAMPLES, seed),
            proved,
            proved_interval: wilson(proved, n),
            gap_mean: mean(gaps.iter().copied()),
            exact_ratio: mean(exact_ratios.iter().copied()),
            exact_n: exact_ratios.len(),
            nodes_mean: mean(results.iter().map(|result| result.attempt.nodes as f64)),
            seconds_mean: mean(results.iter().map(|result| result.attempt.seconds)),
        }
    }
}

/// All results of one agent under one budget.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub(super) agent: String,
    pub(super) budget: Budget,
    pub(super) seed: u64,
    pub(super) total: Group,
    pub(super) groups: Vec<Group>,
    pub(super) results: Vec<Evaluated>,
}

impl Evaluation {
    /// Sums up results, grouped by suite in the order of their first appearance.
    pub fn new(agent: &str, budget: Budget, seed: u64, results: Vec<Evaluated>) -> Self {
        let mut suites: Vec<&str> = Vec::new();
        for result in &results {
            if !suites.contains(&result.task.suite.as_str()) {
                suites.push(&result.task.suite);
            }
        }
        let groups = suites.iter().map(|suite| {
            let members: Vec<&Evaluated> =
                results.iter().filter(|result| result.task.suite == *suite).collect();
            Group::of(suite, &members, seed)
        });
        Self {
            agent: agent.to_owned(),
            budget,
            seed,
            total: Group::of(&suites.join(","), &results.iter().collect::<Vec<_>>(), seed),
            groups: groups.collect(),
            results,
        }
    }

    /// The numbers of all suites together.
    pub fn total(&self) -> &Group {
        &self.total
    }

    /// The numbers of each suite.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }
}
