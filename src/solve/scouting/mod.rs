//! Shorter and shorter ways, until the budget ends.
//!
//! - [`UnstackScout`]: wider and wider beams over single pieces
//! - [`Peeling`]: the steps from a board to its waypoints as a planning problem, and [`TreeScout`], tree search in it
//! - [`Lane`]: a scout looks for a way that is shorter than the best one, what it finds is shortened span by span, and the
//!   scout goes on from the boards of the shortened way, which are better than those it would have met by itself
//! - [`Scouting`]: two lanes that tell each other what they found

mod lane;
mod peeling;
mod tree_scout;
mod unstack_scout;

use super::anytime::Anytime;
use super::construct::{Construct, WaypointBeam, WaypointSettings};
use super::estimate::EstimateKind;
use super::{Budget, Meter, Run, Solver, Verdict};
use crate::game::Solution;
use lane::{Lane, Scout, Shortens};
use tree_scout::TreeScout;
use unstack_scout::UnstackScout;

/// Two scouts that look for ever shorter ways: with the learned estimate what learning adds to the portfolio, with the
/// hand-made one what it must beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scouting {
    /// What ranks the boards.
    pub estimate: EstimateKind,
    /// How the two lanes look for ways.
    pub scouts: Scouts,
}

/// How the two lanes look for ways; `docs/lab` has the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scouts {
    /// Beams over single pieces in one lane, over waypoints in the other.
    #[default]
    Pieces,
    /// Beams over waypoints in both.
    Waypoints,
    /// Tree search over waypoints in both.
    WaypointTrees,
}

/// Width of the first beam over single pieces: hundredths of a second on a tall board.
const NARROW: usize = 8;
/// Boards that each lane may generate in the first round; every round doubles them.
const FIRST_ROUND: u64 = 500_000;
/// In the longest round, after which the lanes hear of each other again.
const LONGEST_ROUND: u64 = 8_000_000;

impl Solver for Scouting {
    fn name(&self) -> &str {
        match (self.scouts, self.estimate) {
            (Scouts::Pieces, EstimateKind::Learned) => "unstack",
            (Scouts::Pieces, EstimateKind::Hand) => "unstack-hand",
            (Scouts::Waypoints, EstimateKind::Learned) => "waypoints",
            (Scouts::Waypoints, EstimateKind::Hand) => "waypoints-hand",
            (Scouts::WaypointTrees, EstimateKind::Learned) => "waypoints-mcts",
            (Scouts::WaypointTrees, EstimateKind::Hand) => "waypoints-mcts-hand",
        }
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let mut search = Anytime::new(run);
        self.first_way(&mut search);
        self.shorten(&mut search);
        search.verdict()
    }
}

impl Scouting {
    /// Looks for a way that is soon found: by a narrow beam, or by construction, which always finds one.
    pub fn first_way(self, search: &mut Anytime<'_, '_>) {
        if search.is_settled() {
            return;
        }
        if self.scouts == Scouts::Pieces {
            search.run.tell("a narrow beam");
            let mut scout = UnstackScout::new(search.target(), self.estimate, NARROW);
            if let Some(way) = scout.go_on(&mut search.run.meter) {
                search
                    .offer(Solution::replay(search.target(), way).expect("invariant: reverse moves replay"));
                return;
            }
        }
        let construct = Construct { settings: WaypointSettings::NARROW, estimate: self.estimate };
        search.part(&construct, Budget::default());
    }

    /// Shortens the best answer until it is proved shortest or the budget ends.
    pub fn shorten(self, search: &mut Anytime<'_, '_>) {
        let (target, estimate) = (*search.target(), self.estimate.for_width(search.target().width()));
        let waypoints = || Box::new(WaypointBeam::new(WaypointSettings::NARROW, estimate));
        let trees = || Box::new(TreeScout::new(&target, estimate));
        let pieces = || Box::new(UnstackScout::new(&target, self.estimate, 2 * NARROW));
        let both: [(Shortens, Box<dyn Scout>); 2] = match self.scouts {
            Scouts::Pieces => [(Shortens::None, pieces()), (Shortens::All, waypoints())],
            Scouts::Waypoints => [(Shortens::Own, waypoints()), (Shortens::Own, waypoints())],
            Scouts::WaypointTrees => [(Shortens::Own, trees()), (Shortens::Own, trees())],
        };
        let mut number = 0..;
        let mut lanes = both.map(|(shortens, scout)| {
            Lane::new(number.next().expect("invariant: two lanes"), shortens, &target, scout)
        });
        // The other lane looks for a first way of its own meanwhile.
        lanes[0].last = search.best.clone();
        let mut quota = FIRST_ROUND;
        while let Some(best) = search.best.clone().filter(|_| !search.is_done()) {
            search.run.tell("shorter ways");
            round(search, &mut lanes, &best, quota);
            quota = (2 * quota).min(LONGEST_ROUND);
        }
    }
}

/// Both lanes go on from the best way, side by side if there are threads for it, each with as many boards.
fn round(search: &mut Anytime<'_, '_>, lanes: &mut [Lane<'_>; 2], best: &Solution, quota: u64) {
    let (request, fewest_lines) = (search.run.request, search.fewest_lines);
    // The boards are always halved, the seconds only if one lane has to wait for the other.
    let in_turn = if request.threads > 1 { 1.0 } else { 0.5 };
    let nodes = search.run.meter.share(0.5).nodes.map_or(quota, |nodes| nodes.clamp(1, quota));
    let budget = Budget { nodes: Some(nodes), seconds: search.run.meter.share(in_turn).seconds };
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
        search.run.meter.count(nodes);
        search.offer(solution);
    }
}
