//! The portfolio: an answer at once, then shorter ones until the budget ends.

use super::bound::{Removal, build_without_clears, lower_bound, next_possible};
use super::buckets::Reach;
use super::construct::{Estimate, WaypointBeam, WaypointSettings};
use super::exhaust::{Exhausted, exhaust};
use super::{Beam, Budget, Construct, Improve, Meter, Progress, Report, Request, Solution, Solver, Verdict};
use crate::game::Board;

/// Pieces tried to build the target without clearing a line, before the searches begin.
const TILING_NODES: u64 = 200_000;
/// Boards examined for a proof that a target without working room is unreachable.
const EXHAUST_NODES: u64 = 20_000_000;

/// Proves unreachability where it can, answers at once where it must, and then shortens the answer.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    construct: Construct,
    beam: Beam,
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut run = Run {
            request,
            meter: Meter::start(request.budget, request.cancel.clone()),
            fewest_lines: lower_bound(&request.target).cleared,
            best: None,
        };
        let verdict = match request.target.check_admissible() {
            Err(reason) => Verdict::Unreachable(reason.to_string()),
            Ok(()) => self.search(&mut run),
        };
        Report::new(verdict, &run.meter)
    }
}

impl Auto {
    fn search(&self, run: &mut Run<'_, '_>) -> Verdict {
        run.without_clears();
        run.part(&self.construct, Budget::default());
        if run.best.is_none() {
            run.part(&self.beam, Budget { nodes: Some(2_000_000), seconds: None });
        }
        if run.best.is_none()
            && let Some(reason) = run.prove_unreachable()
        {
            return Verdict::Unreachable(reason);
        }
        if !run.is_done() {
            let lines = run.lines_to_beat().unwrap_or(self.beam.lines);
            run.part(
                &Beam { lines, widest: 200, ..self.beam },
                Budget { nodes: Some(2_000_000), seconds: None },
            );
        }
        for round in 0..LADDER.len() {
            if run.is_done() {
                break;
            }
            run.round(round, &self.construct.estimate);
        }
        run.best.take().map_or(Verdict::NotFound, Verdict::Solved)
    }
}

/// What a round tries in each of its two lanes: a waypoint beam, and then shorter spans of what it found.
#[derive(Clone, Copy, Debug)]
struct Lane {
    waypoints: WaypointSettings,
    improve: Improve,
}

/// The lanes of all rounds; each round costs two or three times the one before.
const LADDER: [[Lane; 2]; 8] = {
    const fn lane(rows: usize, lines: usize, width: usize, beam: usize, improve: usize) -> Lane {
        let room = if rows > 3 { 3 } else { 4 };
        Lane {
            waypoints: WaypointSettings {
                rows,
                room,
                reach: Reach { lines, width },
                keep: 20 + beam / 10,
                beam,
            },
            improve: Improve { shortest: 3, longest: 30, room: 3, width: improve },
        }
    }
    [
        [lane(3, 2, 30, 12, 40), lane(4, 2, 60, 30, 40)],
        [lane(3, 3, 40, 30, 60), lane(3, 2, 40, 80, 60)],
        [lane(4, 3, 60, 40, 100), lane(3, 2, 40, 250, 100)],
        [lane(3, 3, 60, 150, 150), lane(4, 2, 80, 150, 150)],
        [lane(3, 4, 100, 120, 150), lane(3, 3, 60, 400, 150)],
        [lane(4, 3, 120, 200, 250), lane(3, 3, 80, 800, 250)],
        [lane(3, 4, 150, 600, 400), lane(4, 4, 150, 500, 400)],
        [lane(3, 4, 200, 2000, 600), lane(4, 4, 200, 2000, 600)],
    ]
};

/// A running portfolio: what is known of the target and what has been spent.
struct Run<'r, 'a> {
    request: &'r Request<'a>,
    meter: Meter,
    /// No way clears fewer lines.
    fewest_lines: u32,
    best: Option<Solution>,
}

impl Run<'_, '_> {
    fn target(&self) -> &Board {
        &self.request.target
    }

    /// Whether the answer is proved to be shortest, or nothing may be spent any more.
    fn is_done(&self) -> bool {
        let shortest = self.best.as_ref().is_some_and(|best| best.cleared() <= self.fewest_lines);
        shortest || self.meter.is_spent()
    }

    /// The most lines that an answer may clear to be shorter than the best one.
    fn lines_to_beat(&self) -> Option<usize> {
        let best = self.best.as_ref()?.cleared();
        (self.fewest_lines..best)
            .rev()
            .find(|&lines| next_possible(self.target(), lines) == lines)
            .map(|k| k as usize)
    }

    fn tell(&self, stage: &str) {
        self.request.listener.hear(Progress::Searching { stage, nodes: self.meter.nodes() });
    }

    /// Takes an answer if it is shorter than the best one.
    fn offer(&mut self, solution: Solution) {
        if self.best.as_ref().is_none_or(|best| solution.pieces() < best.pieces()) {
            self.request.listener.hear(Progress::Found(&solution));
            self.best = Some(solution);
        }
    }

    /// Decides whether the target splits into whole pieces that can be dropped in some order.
    fn without_clears(&mut self) {
        if self.fewest_lines > 0 {
            return;
        }
        self.tell("pieces without clears");
        match build_without_clears(self.target(), TILING_NODES) {
            Removal::Order(order) => {
                let replayed = Solution::replay(self.target(), order);
                self.offer(replayed.expect("invariant: an order of whole pieces replays"));
            }
            Removal::Impossible => self.fewest_lines = next_possible(self.target(), 1),
            Removal::Undecided => {}
        }
    }

    /// Runs another solver within what is left and takes its answer.
    fn part(&mut self, solver: &dyn Solver, limit: Budget) {
        if self.is_done() && self.best.is_some() {
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

    /// Examines all boards from which the target can be reached, if they are few because there is no room.
    fn prove_unreachable(&mut self) -> Option<String> {
        self.tell("all boards that lead here");
        let target = *self.target();
        match exhaust(&target, EXHAUST_NODES, &mut self.meter) {
            Exhausted::Reached(solution) => {
                self.offer(*solution);
                None
            }
            Exhausted::Unreachable { boards } => {
                Some(format!("the empty board is not among the {boards} boards from which it can be reached"))
            }
            Exhausted::Undecided => None,
        }
    }

    /// Two lanes of the ladder side by side, each with half of the boards that are left.
    fn round(&mut self, round: usize, estimate: &Estimate) {
        self.tell(&format!("waypoints, round {}", round + 1));
        let target = *self.target();
        // A longer way than the best one is still worth having: shortening it may lead elsewhere.
        let slack = |best: &Solution| best.cleared() as usize * 6 / 5 + 2;
        let most_lines = self.best.as_ref().map_or(usize::from(u8::MAX), slack);
        // The boards are always halved, the seconds only if one lane has to wait for the other.
        let in_turn = if self.request.threads > 1 { 1.0 } else { 0.5 };
        let budget =
            Budget { nodes: self.meter.share(0.5).nodes, seconds: self.meter.share(in_turn).seconds };
        let run = |lane: Lane| {
            let mut meter = Meter::start(budget, self.request.cancel.clone());
            let mut first = Meter::start(meter.share(0.6), self.request.cancel.clone());
            let plan = WaypointBeam::new(lane.waypoints, estimate).run(&target, most_lines, &mut first);
            meter.count(first.nodes());
            let found = plan.map(|plan| Solution::replay(&target, plan).expect("invariant: plans replay"));
            let shortened = found.map(|found| lane.improve.run(found, self.request.seed, &mut meter));
            (shortened, meter.nodes())
        };
        let [first, second] = LADDER[round];
        let lanes = if self.request.threads > 1 {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| run(second));
                [run(first), other.join().expect("invariant: the searches do not panic")]
            })
        } else {
            [run(first), run(second)]
        };
        for (found, nodes) in lanes {
            self.meter.count(nodes);
            if let Some(solution) = found {
                self.offer(solution);
            }
        }
    }
}
