//! A search that has an answer soon and shorter ones later.

use crate::game::{Board, Solution};
use crate::solve::bound::unfolded::Prover;
use crate::solve::bound::{lower_bound, previous_possible};
use crate::solve::{Budget, Meter, Request, Run, Solver, Verdict};

/// A running search with its best answer so far and what is proved of its target.
#[derive(Debug)]
pub struct AnytimeRun<'s, 'r> {
    /// What was asked and what has been spent.
    pub run: &'s mut Run<'r>,
    /// No way clears fewer lines.
    pub fewest_lines: u32,
    /// The shortest answer so far.
    pub best: Option<Solution>,
}

impl<'s, 'r> AnytimeRun<'s, 'r> {
    /// A search without an answer.
    pub fn new(run: &'s mut Run<'r>) -> Self {
        let fewest_lines = lower_bound(run.target()).cleared;
        Self { run, fewest_lines, best: None }
    }

    /// The board to reach.
    pub fn target(&self) -> &'r Board {
        self.run.target()
    }

    /// Whether the answer is proved to be shortest, or nothing may be spent any more.
    pub fn is_done(&self) -> bool {
        let shortest = self.best.as_ref().is_some_and(|best| best.cleared() <= self.fewest_lines);
        shortest || self.run.meter.is_spent()
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

    /// Takes an answer if it is shorter than the best one.
    pub fn offer(&mut self, solution: Solution) {
        if self.best.as_ref().is_none_or(|best| solution.pieces() < best.pieces()) {
            self.run.found(&solution);
            self.best = Some(solution);
        }
    }

    /// Runs another solver within what is left and takes its answer.
    pub fn part(&mut self, solver: &dyn Solver, limit: Budget) {
        if self.is_settled() {
            return;
        }
        self.run.tell(solver.name());
        let left = self.run.meter.remaining();
        let nodes = [left.nodes, limit.nodes].into_iter().flatten().min();
        let request = Request {
            budget: Budget { nodes, seconds: left.seconds },
            cancel: self.run.request.cancel.clone(),
            ..Request::new(self.run.request.target.clone(), limit)
        };
        let report = solver.solve(&request);
        self.run.meter.count(report.nodes);
        if let Verdict::Solved(solution) = report.verdict {
            self.offer(solution);
        }
    }

    /// Lets the prover look for a proof that the best answer is shortest, or for a shorter one, with at most
    /// `decisions` of its decisions and half of the time that is left.
    pub fn prove(&mut self, prover: &mut Prover, decisions: u64) {
        let Some(best) = self.best.as_ref().filter(|_| !self.is_done()) else { return };
        self.run.tell("proofs");
        prover.know(self.fewest_lines);
        let Budget { nodes, seconds } = self.run.meter.share(0.5);
        let nodes = Some(nodes.map_or(decisions, |nodes| nodes.min(decisions)));
        let mut meter = Meter::start(Budget { nodes, seconds }, self.run.request.cancel.clone());
        let shorter = prover.prove(best.cleared(), &mut meter);
        self.run.meter.count(meter.nodes());
        self.fewest_lines = self.fewest_lines.max(prover.lines());
        shorter.into_iter().for_each(|shorter| self.offer(shorter));
    }

    /// The best answer, if there is one.
    pub fn verdict(self) -> Verdict {
        self.run.prove_lines(self.fewest_lines);
        self.best.into()
    }
}
