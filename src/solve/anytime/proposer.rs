//! Where the ways come from that a worker shortens.

use crate::game::{ActionId, Board, Solution};
use crate::solve::Meter;
use crate::solve::construct::{WaypointBeam, WaypointSettings};

/// Looks for ways to the target, each with fewer lines than all that are known.
pub(super) trait Proposer: Send {
    /// Forgets everything and begins at the target, with local searches of this size.
    fn begin(&mut self, target: &Board, settings: WaypointSettings);

    /// Takes a way from elsewhere: only shorter ones are looked for, from its boards too.
    fn learn(&mut self, solution: &Solution);

    /// Goes on for a while; the placements of a shorter way if it meets one.
    fn go_on(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>>;

    /// Whether there is nothing left to look at; if so even after it restarted, there is nothing at all.
    fn is_done(&self) -> bool;
}

impl Proposer for WaypointBeam<'_> {
    fn begin(&mut self, target: &Board, settings: WaypointSettings) {
        self.settings = settings;
        self.start(target, usize::from(u8::MAX));
    }

    fn learn(&mut self, solution: &Solution) {
        self.learn(solution);
    }

    fn go_on(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>> {
        self.pass(meter)
    }

    fn is_done(&self) -> bool {
        !self.has_reserve()
    }
}
