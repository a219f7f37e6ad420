//! One of two searches that differ in the windows they peel, and perhaps in how they choose what to peel.

use crate::game::{ActionId, Board, Solution};
use crate::solve::buckets::Reach;
use crate::solve::construct::{WaypointBeam, WaypointSettings};
use crate::solve::{FailedSpans, Improve, Meter};

/// Goes on this often without a shorter way before the lane searches wider.
const PATIENCE: usize = 8;

/// Looks for ways to the target, each with fewer lines than all that are known.
pub(super) trait Scout: Send {
    /// Forgets everything and begins at the target, with local searches of this size.
    fn begin(&mut self, target: &Board, settings: WaypointSettings);

    /// Takes a way from elsewhere: only shorter ones are looked for, from its boards too.
    fn learn(&mut self, solution: &Solution);

    /// Goes on for a while; the placements of a shorter way if it meets one.
    fn go_on(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>>;

    /// Whether there is nothing left to look at; if so even after it began anew, there is nothing at all.
    fn is_done(&self) -> bool;
}

impl Scout for WaypointBeam<'_> {
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

/// Which ways a lane shortens span by span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortens {
    /// Those that its scout found; the other lane does the same.
    Own,
    /// All, because the other lane shortens none.
    All,
    /// None: its scout has better things to do.
    None,
}

/// A scout, and what shortens the ways that it finds.
pub(super) struct Lane<'a> {
    number: usize,
    shortens: Shortens,
    target: &'a Board,
    scout: Box<dyn Scout + 'a>,
    improve: Improve,
    failed: FailedSpans,
    /// How often it began anew, each time wider.
    widened: usize,
    /// How often it went on since it last found a shorter way.
    idle: usize,
    /// The way that it shortened last.
    pub last: Option<Solution>,
}

impl<'a> Lane<'a> {
    pub fn new(number: usize, shortens: Shortens, target: &'a Board, scout: Box<dyn Scout + 'a>) -> Self {
        let mut lane = Self {
            number,
            shortens,
            target,
            scout,
            improve: Improve::default(),
            failed: FailedSpans::default(),
            widened: 0,
            idle: 0,
            last: None,
        };
        lane.begin();
        lane
    }

    /// Begins anew at the target, as wide as it is its turn.
    fn begin(&mut self) {
        let rows = 3 + (self.number + self.widened) % 2;
        let factor = 1.4_f64.powi(self.widened.min(12) as i32);
        let wide = |width: f64| (width * factor) as usize;
        let reach = Reach { lines: (2 + self.widened / 3).min(4), width: wide(30.0) };
        self.scout.begin(self.target, WaypointSettings { rows, room: 3, reach, keep: 20, beam: 2 });
        self.improve = Improve { width: wide(50.0), ..Improve::default() };
        self.failed = FailedSpans::default();
        self.idle = 0;
    }

    /// The shortest way that it finds within the meter's budget, starting from `best`.
    pub fn work(&mut self, mut best: Solution, fewest_lines: u32, seed: u64, meter: &mut Meter) -> Solution {
        if self.shortens == Shortens::All || self.last.as_ref() == Some(&best) {
            best = self.shorten(best, seed, meter);
        } else {
            // The other lane has shortened it already, or will do so.
            self.scout.learn(&best);
        }
        while best.cleared() > fewest_lines && !meter.is_spent() {
            if self.idle == PATIENCE || self.scout.is_done() {
                self.widened += 1;
                self.begin();
                if self.scout.is_done() {
                    break;
                }
                best = self.shorten(best, seed, meter);
            }
            self.idle += 1;
            if let Some(plan) = self.scout.go_on(meter) {
                let found = Solution::replay(self.target, plan).expect("invariant: plans replay");
                self.idle = 0;
                best = self.shorten(found, seed, meter);
            }
        }
        self.last = Some(best.clone());
        best
    }

    /// Replaces spans of the way with half of what is left, if that is its task, and tells the scout of it.
    fn shorten(&mut self, best: Solution, seed: u64, meter: &mut Meter) -> Solution {
        if self.shortens == Shortens::None {
            self.scout.learn(&best);
            return best;
        }
        let mut half = Meter::start(meter.share(0.5), meter.cancel().clone());
        let best = self.improve.resume(best, &mut self.failed, seed, &mut half);
        meter.count(half.nodes());
        self.scout.learn(&best);
        best
    }
}
