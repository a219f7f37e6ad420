//! What both directions share: the puzzle that they are, and the count of boards.

use std::cell::RefCell;

use tetreach_agents::search::uct::SearchProblem;

use crate::game::ActionId;
use crate::solve::{Meter, Position};

/// A direction in which ways are searched for, as a puzzle for one.
pub(super) trait Puzzle: SearchProblem<State = Position> {
    /// Where the tree of ways that clear at most `lines` lines grows from.
    fn root(&self, lines: u32) -> Position;

    /// The placements, in playing order, of a line of moves that wins from `root`.
    fn placements(&self, root: Position, line: &[Self::Move]) -> Vec<ActionId>;

    /// What the search has spent.
    fn spending(&self) -> &Spending;
}

/// The meter of a search, which the puzzle counts on while the tree only borrows the puzzle.
#[derive(Debug)]
pub(super) struct Spending(RefCell<Meter>);

impl Spending {
    pub fn new(meter: Meter) -> Self {
        Self(RefCell::new(meter))
    }

    /// The meter with all that was counted.
    pub fn into_meter(self) -> Meter {
        self.0.into_inner()
    }

    /// Adds generated boards.
    pub fn count(&self, boards: usize) {
        self.0.borrow_mut().count(boards as u64);
    }

    /// Boards generated so far.
    pub fn boards(&self) -> u64 {
        self.0.borrow().nodes()
    }

    /// Whether the search must end; puzzles then offer no moves, so that a random game ends at once too.
    pub fn is_spent(&self) -> bool {
        self.0.borrow().is_spent()
    }
}
