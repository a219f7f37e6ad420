//! Shorter and shorter ways over waypoints, until the budget ends.
//!
//! - [`Peeling`]: the steps from a board to its waypoints as a planning problem, and [`TreeScout`], tree search in it
//! - [`Lane`]: a scout looks for a way that is shorter than the best one, what it finds is shortened span by span, and the
//!   scout goes on from the boards of the shortened way, which are better than those it would have met by itself
//! - [`Waypoints`]: two lanes that tell each other what they found

mod lane;
mod peeling;
mod tree_scout;

use super::anytime::Anytime;
use super::construct::{Construct, EstimateKind, WaypointBeam, WaypointSettings};
use super::{Budget, Meter, Report, Request, Solution, Solver, Verdict};
use lane::{Lane, Scout};
use tree_scout::TreeScout;

/// The waypoint search alone: with the learned estimate it is what learning adds to the portfolio, with the
/// hand-made one it is what it must beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waypoints {
    /// What ranks the boards.
    pub estimate: EstimateKind,
    /// How the two lanes look for ways.
    pub scouts: Scouts,
}

/// How the lanes look for ways over waypoints; docs/search.md has the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scouts {
    /// Both by beam search.
    #[default]
    Beams,
    /// Both by tree search.
    Trees,
}

/// Boards that each lane may generate in the first round; every round doubles them.
const FIRST_ROUND: u64 = 500_000;
/// In the longest round, after which the lanes hear of each other again.
const LONGEST_ROUND: u64 = 8_000_000;

impl Solver for Waypoints {
    fn name(&self) -> &'static str {
        match (self.scouts, self.estimate) {
            (Scouts::Beams, EstimateKind::Learned) => "waypoints",
            (Scouts::Beams, EstimateKind::Hand) => "waypoints-hand",
            (Scouts::Trees, EstimateKind::Learned) => "waypoints-mcts",
            (Scouts::Trees, EstimateKind::Hand) => "waypoints-mcts-hand",
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
        let first = Construct { settings: WaypointSettings::NARROW, estimate: self.estimate };
        run.part(&first, Budget::default());
        self.shorten(run);
    }

    /// Shortens the best answer until it is proved shortest or the budget ends.
    pub(super) fn shorten(self, run: &mut Anytime<'_, '_>) {
        let (target, estimate) = (*run.target(), self.estimate.for_width(run.target().width()));
        let mut lanes = [0, 1].map(|number| {
            let scout: Box<dyn Scout> = match self.scouts {
                Scouts::Beams => Box::new(WaypointBeam::new(WaypointSettings::NARROW, estimate)),
                Scouts::Trees => Box::new(TreeScout::new(&target, estimate)),
            };
            Lane::new(number, &target, scout)
        });
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
