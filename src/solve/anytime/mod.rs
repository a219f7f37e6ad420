//! Shorter and shorter ways, until the budget ends.
//!
//! - [`PieceProposer`]: wider and wider beams over single pieces
//! - [`Peeling`]: the steps from a board to its waypoints as a planning problem, and [`TreeProposer`], tree search in
//!   it
//! - [`Worker`]: a proposer looks for a way that is shorter than the best one, what it finds is shortened span by span,
//!   and the proposer goes on from the boards of the shortened way, which are better than those it would have met by
//!   itself
//! - [`AnytimeSearch`]: two workers that tell each other what they found

mod peeling;
mod piece_proposer;
mod proposer;
mod run;
mod tree_proposer;
mod worker;

use super::bound::unfolded::Prover;
use super::construct::{Construct, WaypointBeam, WaypointSettings};
use super::estimate::EstimateKind;
use super::{Budget, Meter, Run, Solver, Verdict};
use crate::game::Solution;
use piece_proposer::PieceProposer;
use proposer::Proposer;
pub use run::AnytimeRun;
use tree_proposer::TreeProposer;
use worker::{Shortening, Worker};

/// Two proposers that look for ever shorter ways: with the learned estimate what learning adds to the portfolio, with
/// the hand-made one what it must beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnytimeSearch {
    /// What ranks the boards.
    pub estimate: EstimateKind,
    /// How the two workers look for ways.
    pub proposers: Proposers,
}

/// How the two workers look for ways; `docs/lab` has the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proposers {
    /// Beams over single pieces in one worker, over waypoints in the other.
    #[default]
    Pieces,
    /// Beams over waypoints in both.
    Waypoints,
    /// Tree search over waypoints in both.
    WaypointTrees,
}

/// Width of the first beam over single pieces: hundredths of a second on a tall board.
const NARROW: usize = 8;
/// Boards that each worker may generate in the first round; every round doubles them.
const FIRST_ROUND: u64 = 500_000;
/// In the longest round, after which the workers hear of each other again.
const LONGEST_ROUND: u64 = 8_000_000;
/// Decisions of the prover after the first round; every round doubles them.
pub(super) const FIRST_PROOFS: u64 = 40_000;
/// After the longest round.
const LONGEST_PROOFS: u64 = 320_000;

impl Solver for AnytimeSearch {
    fn name(&self) -> &str {
        match (self.proposers, self.estimate) {
            (Proposers::Pieces, EstimateKind::Learned) => "unstack",
            (Proposers::Pieces, EstimateKind::Hand) => "unstack-hand",
            (Proposers::Waypoints, EstimateKind::Learned) => "waypoints",
            (Proposers::Waypoints, EstimateKind::Hand) => "waypoints-hand",
            (Proposers::WaypointTrees, EstimateKind::Learned) => "waypoints-mcts",
            (Proposers::WaypointTrees, EstimateKind::Hand) => "waypoints-mcts-hand",
        }
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let mut search = AnytimeRun::new(run);
        self.first_way(&mut search);
        self.shorten(&mut search, None);
        search.verdict()
    }
}

impl AnytimeSearch {
    /// Looks for a way that is soon found: by a narrow beam, or by construction, which always finds one.
    pub fn first_way(self, search: &mut AnytimeRun<'_, '_>) {
        if search.is_settled() {
            return;
        }
        if self.proposers == Proposers::Pieces {
            search.run.tell("a narrow beam");
            let mut proposer = PieceProposer::new(search.target(), self.estimate, NARROW);
            if let Some(way) = proposer.go_on(&mut search.run.meter) {
                search
                    .offer(Solution::replay(search.target(), way).expect("invariant: reverse moves replay"));
                return;
            }
        }
        let construct = Construct { settings: WaypointSettings::NARROW, estimate: self.estimate };
        search.part(&construct, Budget::default());
    }

    /// Shortens the best answer until it is proved shortest or the budget ends; the prover, if there is one, has its
    /// turn after every round.
    pub fn shorten(self, search: &mut AnytimeRun<'_, '_>, mut prover: Option<&mut Prover>) {
        let (target, estimate) = (*search.target(), self.estimate.for_width(search.target().width()));
        let waypoints = || Box::new(WaypointBeam::new(WaypointSettings::NARROW, estimate));
        let trees = || Box::new(TreeProposer::new(&target, estimate));
        let pieces = || Box::new(PieceProposer::new(&target, self.estimate, 2 * NARROW));
        let both: [(Shortening, Box<dyn Proposer>); 2] = match self.proposers {
            Proposers::Pieces => [(Shortening::None, pieces()), (Shortening::All, waypoints())],
            Proposers::Waypoints => [(Shortening::Own, waypoints()), (Shortening::Own, waypoints())],
            Proposers::WaypointTrees => [(Shortening::Own, trees()), (Shortening::Own, trees())],
        };
        let mut number = 0..;
        let mut workers = both.map(|(shortens, proposer)| {
            Worker::new(number.next().expect("invariant: two workers"), shortens, &target, proposer)
        });
        // The other worker looks for its own first way meanwhile.
        workers[0].last = search.best.clone();
        let (mut quota, mut decisions) = (FIRST_ROUND, FIRST_PROOFS);
        while let Some(best) = search.best.clone().filter(|_| !search.is_done()) {
            search.run.tell("shorter ways");
            round(search, &mut workers, &best, quota);
            quota = (2 * quota).min(LONGEST_ROUND);
            if let Some(prover) = &mut prover {
                search.prove(prover, decisions);
                decisions = (2 * decisions).min(LONGEST_PROOFS);
            }
        }
    }
}

/// Both workers go on from the best way, side by side if there are threads for it, each with as many boards.
fn round(search: &mut AnytimeRun<'_, '_>, workers: &mut [Worker<'_>; 2], best: &Solution, quota: u64) {
    let (request, fewest_lines) = (search.run.request, search.fewest_lines);
    // The boards are always halved, the seconds only if one worker has to wait for the other.
    let in_turn = if request.threads > 1 { 1.0 } else { 0.5 };
    let nodes = search.run.meter.share(0.5).nodes.map_or(quota, |nodes| nodes.clamp(1, quota));
    let budget = Budget { nodes: Some(nodes), seconds: search.run.meter.share(in_turn).seconds };
    let work = |worker: &mut Worker<'_>| {
        let mut meter = Meter::start(budget, request.cancel.clone());
        let found = worker.work(best.clone(), fewest_lines, request.seed, &mut meter);
        (found, meter.nodes())
    };
    let [first, second] = workers;
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
