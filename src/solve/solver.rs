//! What every solver offers.

use crate::game::Board;

use super::budget::{Budget, Cancel, Meter};
use super::solution::Solution;

/// What a solver found out about a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A way was found and replayed.
    Solved(Solution),
    /// No way exists, for this reason.
    Unreachable(String),
    /// The budget ended, or the method does not cover this board, before a way was found.
    NotFound,
}

/// A verdict with what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was found out.
    pub verdict: Verdict,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// Seconds that learning this one target took before the search, for solvers that do; not part of `seconds`.
    pub training: Option<f64>,
}

impl Report {
    /// The verdict with what the meter counted.
    pub fn new(verdict: Verdict, meter: &Meter) -> Self {
        Self { verdict, nodes: meter.nodes(), seconds: meter.elapsed().as_secs_f64(), training: None }
    }
}

/// News from a running search.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// What the search is doing now, and the boards generated so far.
    Searching {
        /// The stage in a few words.
        stage: &'a str,
        /// Boards generated so far.
        nodes: u64,
    },
    /// A way, or a shorter one than before, was found.
    Found(&'a Solution),
    /// An attempt that plays forwards ended here, elsewhere than at the target.
    Ended(&'a Board),
}

/// What a solver is asked: a target, limits, a seed, and whom to tell.
#[derive(Debug)]
pub struct Request<'a> {
    /// The board to reach.
    pub target: Board,
    /// The most it may spend.
    pub budget: Budget,
    /// Seed of everything random; equal requests get equal answers where the budget counts nodes.
    pub seed: u64,
    /// Threads that it may use; what it finds within a budget of nodes does not depend on them.
    pub threads: usize,
    /// Ends the search early when raised.
    pub cancel: Cancel,
    /// Receives news.
    pub listener: &'a dyn Listener,
}

/// Receives news of a search; it may be called from the search's own threads.
pub trait Listener: Sync + std::fmt::Debug {
    /// Takes one piece of news.
    fn hear(&self, progress: Progress<'_>);
}

/// A listener that ignores all news.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {
    fn hear(&self, _: Progress<'_>) {}
}

impl<'a> Request<'a> {
    /// A request without news, cancelling or randomness of its own.
    pub fn new(target: Board, budget: Budget) -> Request<'static> {
        Request { target, budget, seed: 0, threads: 1, cancel: Cancel::default(), listener: &Silent }
    }
}

/// A method that looks for placements from the empty board to a target.
pub trait Solver: Send + Sync {
    /// The agent's name on the command line.
    fn name(&self) -> &'static str;

    /// Looks for a way to the request's target within its budget.
    fn solve(&self, request: &Request<'_>) -> Report;
}
