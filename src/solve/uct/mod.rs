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

use tetreach_agents::uct::UctError;

use super::{Meter, Progress, Report, Request, Solution, Solver, Verdict};
use backward::Backward;
use budgeted::Spending;
use forward::Forward;
pub use settings::{PlainUctSettings, Refutation};

/// Which end of the way the tree grows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Placements from the empty board.
    Forward,
    /// Reverse moves from the target.
    Backward,
}

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

impl PlainUct {
    fn search(&self, request: &Request<'_>, spending: &Spending) -> Option<Solution> {
        let (target, refutation) = (request.target, self.settings.refutation);
        let placements = match self.direction {
            Direction::Forward => {
                let puzzle = Forward::new(target, refutation != Refutation::Off, spending);
                rounds::search(&puzzle, &self.settings, request)
            }
            Direction::Backward => {
                let puzzle = Backward::new(target, refutation == Refutation::Bound, spending);
                rounds::search(&puzzle, &self.settings, request)
            }
        }?;
        let solution = Solution::replay(&target, placements)
            .expect("invariant: placements and exact reverse moves replay");
        request.listener.hear(Progress::Found(&solution));
        Some(solution)
    }
}

impl Solver for PlainUct {
    fn name(&self) -> &'static str {
        match self.direction {
            Direction::Forward => "uct",
            Direction::Backward => "uct-backward",
        }
    }

    fn solve(&self, request: &Request<'_>) -> Report {
        let spending = Spending::new(Meter::start(request.budget, request.cancel.clone()));
        let verdict = match request.target.check_admissible() {
            Err(reason) => Verdict::Unreachable(reason.to_string()),
            Ok(()) => self.search(request, &spending).map_or(Verdict::NotFound, Verdict::Solved),
        };
        Report { verdict, nodes: spending.boards(), seconds: spending.seconds(), training: None }
    }
}
