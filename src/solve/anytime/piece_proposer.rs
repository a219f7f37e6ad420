//! Wider and wider beams, as long as there is a budget for them.

use super::proposer::Proposer;
use crate::game::{ActionId, Board, Solution};
use crate::solve::Meter;
use crate::solve::bound::previous_possible;
use crate::solve::construct::WaypointSettings;
use crate::solve::estimate::EstimateKind;
use crate::solve::unstack::{BeamEnd, UnstackBeam, UnstackSettings};

/// Boards that the widest beam keeps of a level: some hundred megabytes on tall targets.
const WIDEST: usize = 1 << 14;

/// Looks for ways by taking pieces off the target, in beams that double in width.
#[derive(Debug)]
pub(super) struct PieceProposer {
    beam: UnstackBeam<'static>,
    target: Board,
    width: usize,
    most_lines: usize,
    is_done: bool,
}

impl PieceProposer {
    /// A proposer whose first beam has this width.
    pub fn new(target: &Board, estimate: EstimateKind, width: usize) -> Self {
        let mut proposer = Self {
            beam: UnstackBeam::new(estimate.appraiser(target.width())),
            target: *target,
            width,
            // Nobody wants a way that clears more; a beam that is lost goes on for ever without a limit.
            most_lines: 2 * target.stack_height() + 6,
            is_done: false,
        };
        proposer.start();
        proposer
    }

    fn widen(&mut self) {
        self.is_done = self.width >= WIDEST;
        self.width *= 2;
        self.start();
    }

    fn start(&mut self) {
        self.beam.start(&self.target, UnstackSettings::of_width(self.width), self.most_lines);
    }
}

impl Proposer for PieceProposer {
    /// Beams widen by themselves; nothing of what local searches are told applies to them.
    fn begin(&mut self, _target: &Board, _settings: WaypointSettings) {}

    fn learn(&mut self, solution: &Solution) {
        match previous_possible(&self.target, solution.cleared()) {
            Some(lines) => self.most_lines = self.most_lines.min(lines as usize),
            None => self.is_done = true,
        }
        self.beam.limit(self.most_lines);
    }

    fn go_on(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>> {
        if self.is_done {
            return None;
        }
        let outcome = self.beam.go_on(meter);
        if outcome != BeamEnd::Interrupted {
            self.widen();
        }
        match outcome {
            BeamEnd::Found(placements) => Some(placements),
            BeamEnd::Nothing | BeamEnd::Interrupted => None,
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}
