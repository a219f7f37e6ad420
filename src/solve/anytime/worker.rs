//! One of two searches that differ in the windows they peel, and perhaps in how they choose what to peel.

use super::proposer::Proposer;
use crate::game::{Board, Solution};
use crate::solve::buckets::Extent;
use crate::solve::construct::WaypointSettings;
use crate::solve::{FailedSpans, Improve, Meter};

/// Goes on this often without a shorter way before the worker searches wider.
const IDLE_BEFORE_WIDENING: usize = 8;

/// Which ways a worker shortens span by span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortening {
    /// Those that its proposer found; the other worker does the same.
    Own,
    /// All, because the other worker shortens none.
    All,
    /// None: its proposer has better things to do.
    None,
}

/// A proposer, and what shortens the ways that it finds.
pub(super) struct Worker<'a> {
    number: usize,
    shortens: Shortening,
    target: &'a Board,
    proposer: Box<dyn Proposer + 'a>,
    improve: Improve,
    failed: FailedSpans,
    /// How often it restarted, each time wider.
    widened: usize,
    /// How often it went on since it last found a shorter way.
    idle: usize,
    /// The way that it shortened last.
    pub last: Option<Solution>,
}

impl<'a> Worker<'a> {
    pub fn new(
        number: usize,
        shortens: Shortening,
        target: &'a Board,
        proposer: Box<dyn Proposer + 'a>,
    ) -> Self {
        let mut worker = Self {
            number,
            shortens,
            target,
            proposer,
            improve: Improve::default(),
            failed: FailedSpans::default(),
            widened: 0,
            idle: 0,
            last: None,
        };
        worker.begin();
        worker
    }

    /// Restarts at the target, as wide as it is its turn.
    fn begin(&mut self) {
        let rows = 3 + (self.number + self.widened) % 2;
        let factor = 1.4_f64.powi(self.widened.min(12) as i32);
        let wide = |width: f64| (width * factor) as usize;
        let reach = Extent { lines: (2 + self.widened / 3).min(4), width: wide(30.0) };
        self.proposer.begin(self.target, WaypointSettings { rows, room: 3, reach, keep: 20, beam: 2 });
        self.improve = Improve { width: wide(50.0), ..Improve::default() };
        self.failed = FailedSpans::default();
        self.idle = 0;
    }

    /// The shortest way that it finds within the meter's budget, starting from `best`.
    pub fn work(&mut self, mut best: Solution, fewest_lines: u32, seed: u64, meter: &mut Meter) -> Solution {
        if self.shortens == Shortening::All || self.last.as_ref() == Some(&best) {
            best = self.shorten(best, seed, meter);
        } else {
            // The other worker has shortened it already, or will do so.
            self.proposer.learn(&best);
        }
        while best.cleared() > fewest_lines && !meter.is_spent() {
            if self.idle == IDLE_BEFORE_WIDENING || self.proposer.is_done() {
                self.widened += 1;
                self.begin();
                if self.proposer.is_done() {
                    break;
                }
                best = self.shorten(best, seed, meter);
            }
            self.idle += 1;
            if let Some(plan) = self.proposer.go_on(meter) {
                let found = Solution::replay(self.target, plan).expect("invariant: plans replay");
                self.idle = 0;
                best = self.shorten(found, seed, meter);
            }
        }
        self.last = Some(best.clone());
        best
    }

    /// Replaces spans of the way with half of what is left, if that is its task, and tells the proposer of it.
    fn shorten(&mut self, best: Solution, seed: u64, meter: &mut Meter) -> Solution {
        if self.shortens == Shortening::None {
            self.proposer.learn(&best);
            return best;
        }
        let mut half = Meter::start(meter.share(0.5), meter.cancel().clone());
        let best = self.improve.resume(best, &mut self.failed, seed, &mut half);
        meter.count(half.nodes());
        self.proposer.learn(&best);
        best
    }
}
