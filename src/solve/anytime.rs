//! A search that has an answer soon and shorter ones later.

use super::bound::{lower_bound, previous_possible};
use super::budget::{Budget, Meter};
use super::solution::Solution;
use super::solver::{Progress, Request, Solver, Verdict};
use crate::game::Board;

/// What a running search knows of its target, what it has spent, and its best answer so far.
pub(super) struct Anytime<'r, 'a> {
    /// What was asked.
    pub request: &'r Request<'a>,
    /// What has been spent.
    pub meter: Meter,
    /// No way clears fewer lines.
    pub fewest_lines: u32,
    /// The shortest answer so far.
    pub best: Option<Solution>,
}

impl<'r, 'a> Anytime<'r, 'a> {
    /// Starts the clock.
    pub fn start(request: &'r Request<'a>) -> Self {
        let meter = Meter::start(request.budget, request.cancel.clone());
        Self { request, meter, fewest_lines: lower_bound(&request.target).cleared, best: None }
    }

    /// The board to reach.
    pub fn target(&self) -> &'r Board {
        &self.request.target
    }

    /// Whether the answer is proved to be shortest, or nothing may be spent any more.
    pub fn is_done(&self) -> bool {
        let shortest = self.best.as_ref().is_some_and(|best| best.cleared() <= self.fewest_lines);
        shortest || self.meter.is_spent()
    }

    /// Whether there is an answer and nothing more to do.
    pub fn is_settled(&self) -> bool {
        self.best.is_some() && self.is_done()
    }

    /// The most lines that an answer may clear to be shorter than the best one.
    pub fn lines_to_beat(&self) -> Option<usize> {
        let fewer = previous_possible(self.target(), self.best.as_ref()?.cleared())?;
        (fewer >= self.fewest_lines).then_some(fewer as usize)
    }

    /// Tells the listener what the search does now.
    pub fn tell(&self, stage: &str) {
        self.request.listener.hear(Progress::Searching { stage, nodes: self.meter.nodes() });
    }

    /// Takes an answer if it is shorter than the best one.
    pub fn offer(&mut self, solution: Solution) {
        if self.best.as_ref().is_none_or(|best| solution.pieces() < best.pieces()) {
            self.request.listener.hear(Progress::Found(&solution));
            self.best = Some(solution);
        }
    }

    /// Runs another solver within what is left and takes its answer.
    pub fn part(&mut self, solver: &dyn Solver, limit: Budget) {
        if self.is_settled() {
            return;
        }
        self.tell(solver.name());
        let left = self.meter.remaining();
        let nodes = [left.nodes, limit.nodes].into_iter().flatten().min();
        let request = Request {
            budget: Budget { nodes, seconds: left.seconds },
            cancel: self.request.cancel.clone(),
            ..Request::new(self.request.target, limit)
        };
        let report = solver.solve(&request);
        self.meter.count(report.nodes);
        if let Verdict::Solved(solution) = report.verdict {
            self.offer(solution);
        }
    }
}
