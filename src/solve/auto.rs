//! The portfolio: an answer at once, then shorter ones until the budget ends.

use super::bound::{Removal, build_without_clears, lower_bound, next_possible};
use super::buckets::Reach;
use super::construct::{Estimate, WaypointBeam, WaypointSettings};
use super::exhaust::{Exhausted, exhaust};
use super::{Beam, Budget, Construct, Meter, Progress, Report, Request, Solution, Solver, Verdict};
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
        let mut round = 0;
        while !run.is_done() && round < LADDER.len() {
            run.waypoint_round(round, &self.construct.estimate);
            round += 1;
        }
        run.best.take().map_or(Verdict::NotFound, Verdict::Solved)
    }
}

/// Settings of the waypoint beams, two to a round; each round costs about twice the one before.
const LADDER: [[WaypointSettings; 2]; 8] = {
    const fn settings(rows: usize, lines: usize, width: usize, keep: usize, beam: usize) -> WaypointSettings {
        let room = if rows > 3 { 3 } else { 4 };
        WaypointSettings { rows, room, reach: Reach { lines, width }, keep, beam }
    }
    [
        [settings(3, 2, 40, 30, 25), settings(2, 3, 40, 30, 25)],
        [settings(3, 3, 40, 30, 30), settings(4, 2, 60, 30, 30)],
        [settings(3, 3, 60, 40, 60), settings(2, 3, 80, 40, 100)],
        [settings(4, 3, 80, 40, 60), settings(3, 3, 60, 40, 150)],
        [settings(3, 4, 100, 60, 120), settings(3, 3, 60, 60, 400)],
        [settings(4, 3, 120, 60, 200), settings(3, 3, 80, 80, 800)],
        [settings(3, 4, 150, 100, 600), settings(4, 4, 150, 100, 500)],
        [settings(3, 4, 200, 100, 2000), settings(4, 4, 200, 100, 2000)],
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

    /// Two waypoint beams of the ladder side by side, each with half of what is left.
    fn waypoint_round(&mut self, round: usize, estimate: &Estimate) {
        let most_lines = self.lines_to_beat().unwrap_or(usize::from(u8::MAX));
        self.tell(&format!("waypoints, round {}", round + 1));
        let left = self.meter.remaining();
        let half = Budget { nodes: left.nodes.map(|nodes| nodes / 2), ..left };
        let target = *self.target();
        let lane = |settings: WaypointSettings| {
            let mut meter = Meter::start(half, self.request.cancel.clone());
            let plan = WaypointBeam::new(settings, estimate).run(&target, most_lines, &mut meter);
            (plan, meter.nodes())
        };
        let [first, second] = LADDER[round];
        let lanes = if self.request.threads > 1 {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| lane(second));
                [lane(first), other.join().expect("invariant: the beam does not panic")]
            })
        } else {
            [lane(first), lane(second)]
        };
        for (plan, nodes) in lanes {
            self.meter.count(nodes);
            if let Some(plan) = plan {
                let replayed = Solution::replay(&target, plan);
                self.offer(replayed.expect("invariant: plans replay"));
            }
        }
    }
}
