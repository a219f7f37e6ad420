//! Plain Monte Carlo tree search for ways to a target, with nothing learned: a random game is won or lost.
//!
//! This is what the thesis proposes in its section 7.4.1. Forwards the moves are placements from the empty board and
//! the target is the win; backwards they are exact reverse moves from the target and the empty board is the win.
//! All ways that clear equally many lines have equally many pieces, so a cap on the lines is a cap on the depth.

mod backward;
mod budgeted;
mod forward;
mod rounds;
mod settings;

use tetreach_agents::search::uct::UctError;

use super::{Direction, Run, Solver, Verdict};
use crate::game::Solution;
use backward::UctBackward;
use budgeted::Spending;
use forward::UctForward;
pub use settings::{PlainUctSettings, Refutation};

/// Plain UCT in one of the two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainUct {
    direction: Direction,
    settings: PlainUctSettings,
}

impl PlainUct {
    /// A solver with these settings, unless their numbers make no sense.
    pub fn new(direction: Direction, settings: PlainUctSettings) -> Result<Self, UctError> {
        settings.tree(1).validate()?;
        Ok(Self { direction, settings })
    }

    /// The solver with the default settings.
    pub fn of(direction: Direction) -> Self {
        Self { direction, settings: PlainUctSettings::default() }
    }
}

impl Solver for PlainUct {
    fn name(&self) -> &str {
        match self.direction {
            Direction::Forward => "uct",
            Direction::Backward => "uct-backward",
        }
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let (target, request, refutation) = (*run.target(), run.request, self.settings.refutation);
        let spending = Spending::new(run.meter.clone());
        let placements = match self.direction {
            Direction::Forward => {
                let puzzle = UctForward::new(target, refutation != Refutation::Off, &spending);
                rounds::search(&puzzle, &self.settings, request)
            }
            Direction::Backward => {
                let puzzle = UctBackward::new(target, refutation == Refutation::Bound, &spending);
                rounds::search(&puzzle, &self.settings, request)
            }
        };
        run.meter = spending.into_meter();
        let solution = placements.map(|placements| {
            Solution::replay(&target, placements)
                .expect("invariant: placements and exact reverse moves replay")
        });
        if let Some(solution) = &solution {
            run.found(solution);
        }
        solution.into()
    }
}
