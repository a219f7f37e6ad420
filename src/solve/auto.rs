//! The portfolio: an answer at once, then shorter ones until the budget ends.

use super::anytime::Anytime;
use super::bound::{Removal, build_without_clears, next_possible};
use super::exhaust::{Exhausted, exhaust};
use super::{Beam, Budget, Report, Request, Scouting, Solution, Solver, Verdict};

/// Pieces tried to build the target without clearing a line, before the searches begin.
const TILING_NODES: u64 = 200_000;
/// Boards examined for a proof that a target without working room is unreachable.
const EXHAUST_NODES: u64 = 20_000_000;

/// Proves unreachability where it can, answers at once where it must, and then shortens the answer.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    beam: Beam,
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let mut run = Anytime::start(request);
        let verdict = match request.target.check_admissible() {
            Err(reason) => Verdict::Unreachable(reason.to_string()),
            Ok(()) => self.search(&mut run),
        };
        Report::new(verdict, &run.meter)
    }
}

impl Auto {
    fn search(&self, run: &mut Anytime<'_, '_>) -> Verdict {
        run.without_clears();
        Scouting::default().first_way(run);
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
        Scouting::default().shorten(run);
        run.best.take().map_or(Verdict::NotFound, Verdict::Solved)
    }
}

impl Anytime<'_, '_> {
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
}
