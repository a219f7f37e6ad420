//! The portfolio: an answer at once, then shorter ones until one is proved shortest or the budget ends.

use super::anytime::{AnytimeRun, FIRST_PROOFS};
use super::bound::unfolded::Prover;
use super::bound::{Removal, build_without_clears_until, next_possible};
use super::exhaust::{Exhausted, exhaust};
use super::{AnytimeSearch, Beam, Budget, Run, Solver, UnreachableReason, Verdict};
use crate::game::Solution;

/// Pieces tried to build the target without clearing a line, before the searches begin.
const TILING_NODES: u64 = 200_000;
/// Boards examined for a proof that a target without working room is unreachable.
const EXHAUST_NODES: u64 = 20_000_000;

/// Proves unreachability where it can, answers at once where it must, and then shortens the answer and proves that none
/// is shorter, in turn.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    beam: Beam,
}

impl Solver for Auto {
    fn name(&self) -> &str {
        "auto"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let mut search = AnytimeRun::new(run);
        search.without_clears();
        AnytimeSearch::default().first_way(&mut search);
        if search.best.is_none() {
            search.part(&self.beam, Budget { nodes: Some(2_000_000), seconds: None });
        }
        if search.best.is_none()
            && let Some(reason) = search.prove_unreachable()
        {
            return Verdict::Unreachable(reason);
        }
        let mut prover = Prover::new(search.target());
        search.prove(&mut prover, FIRST_PROOFS);
        if !search.is_done() {
            let lines = search.lines_to_beat().unwrap_or(self.beam.lines);
            search.part(
                &Beam { lines, widest: 200, ..self.beam },
                Budget { nodes: Some(2_000_000), seconds: None },
            );
        }
        AnytimeSearch::default().shorten(&mut search, Some(&mut prover));
        search.verdict()
    }
}

impl AnytimeRun<'_, '_> {
    /// Decides whether the target splits into whole pieces that can be dropped in some order.
    fn without_clears(&mut self) {
        if self.fewest_lines > 0 {
            return;
        }
        self.run.tell("pieces without clears");
        match build_without_clears_until(self.target(), TILING_NODES, self.run.meter.deadline()) {
            Removal::Order(order) => {
                let replayed = Solution::replay(self.target(), order);
                self.offer(replayed.expect("invariant: an order of whole pieces replays"));
            }
            Removal::Impossible => self.fewest_lines = next_possible(self.target(), 1),
            Removal::Undecided => {}
        }
    }

    /// Examines all boards from which the target can be reached, if they are few because there is no room.
    fn prove_unreachable(&mut self) -> Option<UnreachableReason> {
        self.run.tell("all boards that lead here");
        let target = *self.target();
        match exhaust(&target, EXHAUST_NODES, &mut self.run.meter) {
            Exhausted::Reached(solution) => {
                self.offer(*solution);
                None
            }
            Exhausted::Unreachable { boards } => Some(UnreachableReason::Exhausted { boards }),
            Exhausted::Undecided => None,
        }
    }
}
