//! Exact reverse moves from the target; the empty board is the win.

use std::cell::RefCell;

use tetreach_agents::search::uct::SearchProblem;

use super::budgeted::{Puzzle, Spending};
use crate::game::{ActionId, Board, Predecessor};
use crate::solve::{Position, lower_bound};

/// The place of a predecessor in the order in which the board lists them.
///
/// A board has hundreds of predecessors, of which a tree looks at few, so its edges hold places and not boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PredecessorIndex(u32);

/// The puzzle of taking the target apart by reverse moves.
#[derive(Clone, Debug)]
pub(super) struct UctBackward<'a> {
    target: Board,
    refutes: bool,
    spending: &'a Spending,
    /// The position listed last: a random game makes its next move from there.
    listed: RefCell<Listed>,
}

#[derive(Clone, Debug)]
struct Listed {
    position: Position,
    predecessors: Vec<Predecessor>,
}

impl Listed {
    /// Lists the predecessors of a position unless they are the ones listed.
    fn look_at(&mut self, position: &Position) -> &[Predecessor] {
        if self.position != *position {
            self.position = *position;
            self.predecessors.clear();
            let Position { board, lines } = position;
            board.for_each_predecessor((*lines).min(4) as u8, |found| self.predecessors.push(*found));
        }
        &self.predecessors
    }
}

impl<'a> UctBackward<'a> {
    pub fn new(target: Board, refutes: bool, spending: &'a Spending) -> Self {
        // The empty board with no lines left has no predecessors, so this list is right.
        let position = Position { board: Board::empty(target.size()), lines: 0 };
        let listed = RefCell::new(Listed { position, predecessors: Vec::new() });
        Self { target, refutes, spending, listed }
    }

    fn predecessor(&self, position: &Position, place: PredecessorIndex) -> Predecessor {
        self.listed.borrow_mut().look_at(position)[place.0 as usize]
    }
}

impl SearchProblem for UctBackward<'_> {
    type State = Position;
    type Move = PredecessorIndex;

    fn moves(&self, state: &Position, moves: &mut Vec<PredecessorIndex>) {
        if self.spending.is_spent() {
            return;
        }
        let mut listed = self.listed.borrow_mut();
        let found = listed.look_at(state);
        // At least one, so that a target that cannot be taken apart with few lines still uses up its budget.
        self.spending.count(found.len().max(1));
        let left = |predecessor: &Predecessor| state.lines - u32::from(predecessor.cleared);
        let kept = found.iter().enumerate().filter(|(_, predecessor)| {
            !self.refutes || lower_bound(&predecessor.board).cleared <= left(predecessor)
        });
        moves.extend(kept.map(|(place, _)| PredecessorIndex(place as u32)));
    }

    fn apply(&self, state: &mut Position, place: PredecessorIndex) {
        let predecessor = self.predecessor(state, place);
        state.lines -= u32::from(predecessor.cleared);
        state.board = predecessor.board;
    }

    fn outcome(&self, state: &Position) -> Option<f64> {
        state.board.is_empty().then_some(1.0)
    }
}

impl Puzzle for UctBackward<'_> {
    fn root(&self, lines: u32) -> Position {
        Position { board: self.target, lines }
    }

    fn placements(&self, root: Position, line: &[PredecessorIndex]) -> Vec<ActionId> {
        let mut position = root;
        let mut placements: Vec<ActionId> = line
            .iter()
            .map(|&place| {
                let action = self.predecessor(&position, place).action;
                self.apply(&mut position, place);
                action
            })
            .collect();
        placements.reverse();
        placements
    }

    fn spending(&self) -> &Spending {
        self.spending
    }
}
