//! The constructive solver: peels the top of the stack, again and again, down to the empty board.
//!
//! - [`Window`] and [`WindowFrame`]: the topmost rows over a frozen floor, and their reverse moves
//! - [`LocalSearch`]: from the topmost rows to a smaller rest
//! - [`PlanTable`]: such a step for every possible top, which proves that there always is one
//! - [`WaypointBeam`]: which steps to take so that few lines are cleared, ranked by the lines that they still need

mod known_ways;
mod local;
mod table;
mod top;
mod waypoint;
mod window;

pub use known_ways::KnownWays;
pub use local::{LocalSearch, Peel};
pub use table::{Certificate, PlanTable, TableError, WrongPlan};
pub use top::{Top, TopPlan, find_plan};
pub use waypoint::{Waypoint, WaypointBeam, WaypointSettings, neighbours, table_steps};
pub use window::{MAX_ROWS, Window, WindowFrame, WindowUndone};

use super::budget::Meter;
use super::estimate::EstimateKind;
use super::solver::{Run, Solver};
use super::verdict::Verdict;
use crate::game::{ActionId, Board, Solution};

/// The most lines that the beam follows; plans peel a board of 20 rows with fewer than this.
const MOST_LINES: usize = 400;

/// Answers every admissible board that leaves two free rows above itself, in hundredths of a second.
#[derive(Clone, Debug)]
pub struct Construct {
    /// How wide to search for steps that clear few lines.
    pub settings: WaypointSettings,
    /// Ranks boards by the lines that they still need.
    pub estimate: EstimateKind,
}

impl Default for Construct {
    fn default() -> Self {
        Self { settings: WaypointSettings::FAST, estimate: EstimateKind::Hand }
    }
}

impl Solver for Construct {
    fn name(&self) -> &str {
        "construct"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let (target, meter) = (run.target(), &mut run.meter);
        let mut beam = WaypointBeam::new(self.settings, self.estimate.for_width(target.width()));
        let plan = beam.run(target, MOST_LINES, meter).or_else(|| by_table(target, meter));
        plan.map(|plan| Solution::replay(target, plan).expect("invariant: plans replay")).into()
    }
}

/// The way that the plan table alone gives, which needs no budget to speak of.
pub fn by_table(target: &Board, meter: &mut Meter) -> Option<Vec<ActionId>> {
    let (mut local, estimate) = (LocalSearch::default(), EstimateKind::Hand.for_width(target.width()));
    local.end_at(meter.deadline());
    let mut board = *target;
    let mut steps = Vec::new();
    while !board.is_empty() {
        let step = table_steps(&board, estimate, &mut local).into_iter().min_by_key(|step| step.lines)?;
        meter.count(step.plan.len() as u64);
        board = step.board;
        steps.push(step.plan);
    }
    Some(steps.into_iter().rev().flatten().collect())
}
