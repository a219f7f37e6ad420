//! Shorter and shorter ways over waypoints, until the budget ends.
//!
//! Two searches help each other. Narrow passes of the waypoint beam look for a way that is shorter than the best one;
//! what they find is shortened span by span; and the boards of the shortened way wait among the beam's own, so that
//! the next passes start from better boards than the beam would have met by itself.

use super::anytime::Anytime;
use super::buckets::Reach;
use super::construct::{Construct, EstimateKind, LinesAhead, WaypointBeam, WaypointSettings};
use super::{Budget, FailedSpans, Improve, Meter, Report, Request, Solution, Solver, Verdict};
use crate::game::Board;

/// The waypoint search alone: with the learned estimate it is what learning adds to the portfolio, with the
/// hand-made one it is what it must beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waypoints {
    /// What ranks the boards.
    pub estimate: EstimateKind,
}

/// Boards that each lane may generate in the first round; every round doubles them.
const FIRST_ROUND: u64 = 500_000;
/// In the longest round, after which the lanes hear of each other again.
const LONGEST_ROUND: u64 = 8_000_000;
/// Passes without a shorter way after which a lane searches wider.
const PATIENCE: usize = 8;

impl Solver for Waypoints {
    fn name(&self) -> &'static str {
        match self.estimate {
            EstimateKind::Learned => "waypoints",
            EstimateKind::Hand => "waypoints-hand",
        }
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut run = Anytime::start(request);
        if let Err(reason) = request.target.check_admissible() {
            return Report::new(Verdict::Unreachable(reason.to_string()), &run.meter);
        }
        self.search(&mut run);
        Report::new(run.best.take().map_or(Verdict::NotFound, Verdict::Solved), &run.meter)
    }
}

impl Waypoints {
    /// Looks for a way of its own, and shortens the best that is known then.
    pub(super) fn search(self, run: &mut Anytime<'_, '_>) {
        run.tell("waypoints");
        let first = Construct { settings: WaypointSettings::NARROW, estimate: self.estimate };
        let within = Request {
            budget: run.meter.remaining(),
            cancel: run.request.cancel.clone(),
            ..Request::new(run.request.target, Budget::default())
        };
        let report = first.solve(&within);
        run.meter.count(report.nodes);
        if let Verdict::Solved(solution) = report.verdict {
            run.offer(solution);
        }
        self.shorten(run);
    }

    /// Shortens the best answer until it is proved shortest or the budget ends.
    pub(super) fn shorten(self, run: &mut Anytime<'_, '_>) {
        let estimate = self.estimate.for_width(run.target().width());
        let mut lanes = [0, 1].map(|lane| Lane::new(lane, run.target(), estimate));
        // The other lane looks for a first way of its own meanwhile.
        lanes[0].last = run.best.clone();
        let mut quota = FIRST_ROUND;
        while let Some(best) = run.best.clone().filter(|_| !run.is_done()) {
            run.tell("shorter ways over waypoints");
            round(run, &mut lanes, &best, quota);
            quota = (2 * quota).min(LONGEST_ROUND);
        }
    }
}

/// Both lanes go on from the best way, side by side if there are threads for it, each with as many boards.
fn round(run: &mut Anytime<'_, '_>, lanes: &mut [Lane<'_>; 2], best: &Solution, quota: u64) {
    let (request, fewest_lines) = (run.request, run.fewest_lines);
    // The boards are always halved, the seconds only if one lane has to wait for the other.
    let in_turn = if request.threads > 1 { 1.0 } else { 0.5 };
    let nodes = run.meter.share(0.5).nodes.map_or(quota, |nodes| nodes.clamp(1, quota));
    let budget = Budget { nodes: Some(nodes), seconds: run.meter.share(in_turn).seconds };
    let work = |lane: &mut Lane<'_>| {
        let mut meter = Meter::start(budget, request.cancel.clone());
        let found = lane.work(best.clone(), fewest_lines, request.seed, &mut meter);
        (found, meter.nodes())
    };
    let [first, second] = lanes;
    let found = if request.threads > 1 {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| work(second));
            [work(first), other.join().expect("invariant: the searches do not panic")]
        })
    } else {
        [work(first), work(second)]
    };
    for (solution, nodes) in found {
        run.meter.count(nodes);
        run.offer(solution);
    }
}

/// One of two searches that differ in the windows they peel.
#[derive(Debug)]
struct Lane<'a> {
    number: usize,
    target: &'a Board,
    beam: WaypointBeam<'a>,
    improve: Improve,
    failed: FailedSpans,
    /// How often it began anew, each time wider.
    widened: usize,
    /// Passes since it last found a shorter way.
    idle: usize,
    /// The way that it shortened last.
    last: Option<Solution>,
}

impl<'a> Lane<'a> {
    fn new(number: usize, target: &'a Board, estimate: &'a dyn LinesAhead) -> Self {
        let mut lane = Self {
            number,
            target,
            beam: WaypointBeam::new(WaypointSettings::NARROW, estimate),
            improve: Improve::default(),
            failed: FailedSpans::default(),
            widened: 0,
            idle: 0,
            last: None,
        };
        lane.begin();
        lane
    }

    /// Begins anew at the target, as wide as it is its turn.
    fn begin(&mut self) {
        let rows = 3 + (self.number + self.widened) % 2;
        let factor = 1.4_f64.powi(self.widened.min(12) as i32);
        let wide = |width: f64| (width * factor) as usize;
        let reach = Reach { lines: (2 + self.widened / 3).min(4), width: wide(30.0) };
        self.beam.settings = WaypointSettings { rows, room: 3, reach, keep: 20, beam: 2 };
        self.beam.start(self.target, usize::from(u8::MAX));
        self.improve = Improve { width: wide(50.0), ..Improve::default() };
        self.failed = FailedSpans::default();
        self.idle = 0;
    }

    /// The shortest way that it finds within the meter's budget, starting from `best`.
    fn work(&mut self, mut best: Solution, fewest_lines: u32, seed: u64, meter: &mut Meter) -> Solution {
        if self.last.as_ref() == Some(&best) {
            best = self.shorten(best, seed, meter);
        } else {
            // The other lane has shortened it already.
            self.beam.learn(&best);
        }
        while best.cleared() > fewest_lines && !meter.is_spent() {
            if self.idle == PATIENCE || !self.beam.has_reserve() {
                self.widened += 1;
                self.begin();
                best = self.shorten(best, seed, meter);
            }
            self.idle += 1;
            if let Some(plan) = self.beam.pass(meter, &mut |_, _| {}) {
                let found = Solution::replay(self.target, plan).expect("invariant: plans replay");
                self.idle = 0;
                best = self.shorten(found, seed, meter);
            }
        }
        self.last = Some(best.clone());
        best
    }

    /// Replaces spans of the way with half of what is left, and tells the beam of it.
    fn shorten(&mut self, best: Solution, seed: u64, meter: &mut Meter) -> Solution {
        let mut half = Meter::start(meter.share(0.5), meter.cancel().clone());
        let best = self.improve.resume(best, &mut self.failed, seed, &mut half);
        meter.count(half.nodes());
        self.beam.learn(&best);
        best
    }
}
