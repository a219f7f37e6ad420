//! What every solver offers.

use super::budget::Meter;
use super::request::{Progress, Request};
use super::verdict::{Report, Verdict};
use crate::game::{Board, Solution};

/// A method that looks for placements from the empty board to a target.
pub trait Solver: Send + Sync {
    /// The agent's name on the command line.
    fn name(&self) -> &str;

    /// Looks for a way to the run's target within what its meter allows.
    fn search(&self, run: &mut Run<'_>) -> Verdict;

    /// Starts the clock, searches, and reports what was found and what it cost.
    fn solve(&self, request: &Request<'_>) -> Report {
        let mut run = Run::start(request);
        let verdict = self.search(&mut run);
        run.report(verdict)
    }
}

/// A running search: what was asked, and what has been spent so far.
#[derive(Debug)]
pub struct Run<'r> {
    /// What was asked.
    pub request: &'r Request<'r>,
    /// What has been spent.
    pub meter: Meter,
    proved_lines: u32,
    training: Option<f64>,
}

impl<'r> Run<'r> {
    /// Starts the clock.
    pub fn start(request: &'r Request<'r>) -> Self {
        Self { request, meter: request.meter(), proved_lines: 0, training: None }
    }

    /// Starts the clock again after a preparation that is not charged to the budget.
    pub fn restart(&mut self) {
        self.meter = self.request.meter();
    }

    /// Starts the clock again after learning this one target, which took this many seconds.
    pub fn restart_after_training(&mut self, seconds: f64) {
        self.training = Some(seconds);
        self.restart();
    }

    /// The board to reach.
    pub fn target(&self) -> &'r Board {
        self.request.target.board()
    }

    /// Tells the observer what the search does now.
    pub fn tell(&self, stage: &str) {
        self.request.observer.observe(Progress::Searching { stage, nodes: self.meter.nodes() });
    }

    /// Tells the observer of a way, or of a shorter one than before.
    pub fn found(&self, solution: &Solution) {
        self.request.observer.observe(Progress::Found(solution));
    }

    /// Notes for the report that no way clears fewer lines than this.
    pub fn prove_lines(&mut self, lines: u32) {
        self.proved_lines = self.proved_lines.max(lines);
    }

    /// The verdict with what the meter counted.
    pub fn report(self, verdict: Verdict) -> Report {
        let seconds = self.meter.elapsed().as_secs_f64();
        let Self { proved_lines, training, .. } = self;
        Report { verdict, nodes: self.meter.nodes(), seconds, proved_lines, training }
    }
}
