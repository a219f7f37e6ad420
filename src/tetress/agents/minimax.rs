//! The report's minimax.

use rand_pcg::Pcg64Mcg;

use super::super::agent::{AgentFailure, TetressAgent};
use super::super::faults::{ReportFault, ReportFaults};
use super::super::heuristic::report_heuristic;
use super::{as_mover, ending_move, filled};
use crate::game::tetress::{Colour, GameEnd, TetressPlacement, TetressPosition};
use crate::solve::Budget;

/// Moves ahead. The report names no depth; its code asks for 500 and, by its faults, looks one move ahead.
const DEPTH: u32 = 2;

/// Alpha-beta on the report's function, and its ending.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportMinimax {
    /// What is done otherwise than the report says.
    pub faults: ReportFaults,
}

impl TetressAgent for ReportMinimax {
    fn act(
        &mut self,
        position: &TetressPosition,
        _budget: Budget,
        _rng: &mut Pcg64Mcg,
    ) -> Result<TetressPlacement, AgentFailure> {
        let ending = if self.faults.has(ReportFault::EarlyEnding) { 70 } else { 85 };
        let chosen = if filled(position) > ending { ending_move(position) } else { self.search(position) };
        Ok(chosen.expect("invariant: the game has not ended"))
    }
}

impl ReportMinimax {
    /// The move with the largest value; the first of equals.
    pub(super) fn search(&self, position: &TetressPosition) -> Option<TetressPlacement> {
        let own = position.mover();
        let mut best: Option<(TetressPlacement, f64)> = None;
        for placement in position.moves().iter() {
            // The code maximises again after its own move.
            let maximising = self.faults.has(ReportFault::OwnColourTree);
            let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
            let value =
                self.value(&position.after(placement), own, DEPTH - 1, (alpha, f64::INFINITY), maximising);
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((placement, value));
            }
        }
        best.map(|(placement, _)| placement)
    }

    fn value(
        &self,
        position: &TetressPosition,
        own: Colour,
        depth: u32,
        window: (f64, f64),
        maximising: bool,
    ) -> f64 {
        let ended = if self.faults.has(ReportFault::MoreCellsWin) {
            let unequal = position.tokens(own).len() != position.tokens(own.other()).len();
            unequal.then(|| report_heuristic(position, own))
        } else {
            position.outcome().map(|outcome| match outcome {
                GameEnd::Winner(colour) if colour == own => f64::MAX,
                GameEnd::Winner(_) => f64::MIN,
                GameEnd::Draw => 0.0,
            })
        };
        if let Some(value) = ended {
            return value;
        }
        if depth == 0 {
            return report_heuristic(position, own);
        }
        let here =
            if self.faults.has(ReportFault::OwnColourTree) { as_mover(position, own) } else { *position };
        let (mut alpha, mut beta) = window;
        let mut best = if maximising { f64::NEG_INFINITY } else { f64::INFINITY };
        for placement in here.moves().iter() {
            let value = self.value(&here.after(placement), own, depth - 1, (alpha, beta), !maximising);
            if maximising {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if beta <= alpha {
                break;
            }
        }
        best
    }
}
