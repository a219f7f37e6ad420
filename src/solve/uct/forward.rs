//! Placements from the empty board; the target is the win.

use tetreach_agents::search::uct::SearchProblem;

use super::budgeted::{Puzzle, Spending};
use crate::game::{ActionId, Board};
use crate::reach::may_become;
use crate::solve::Position;

/// The puzzle of reaching the target by placements.
#[derive(Clone, Copy, Debug)]
pub(super) struct UctForward<'a> {
    target: Board,
    refutes: bool,
    spending: &'a Spending,
}

impl<'a> UctForward<'a> {
    pub fn new(target: Board, refutes: bool, spending: &'a Spending) -> Self {
        Self { target, refutes, spending }
    }
}

impl SearchProblem for UctForward<'_> {
    type State = Position;
    type Move = ActionId;

    fn moves(&self, state: &Position, moves: &mut Vec<ActionId>) {
        if self.spending.is_spent() {
            return;
        }
        if !self.refutes {
            moves.extend(state.board.legal_actions());
            return;
        }
        let mut boards = 0;
        state.board.for_each_successor(|action, board, cleared| {
            boards += 1;
            let lines = state.lines.checked_sub(cleared.count());
            if lines.is_some_and(|lines| may_become(board, &self.target, lines)) {
                moves.push(action);
            }
        });
        self.spending.count(boards);
    }

    fn apply(&self, state: &mut Position, action: ActionId) {
        self.spending.count(1);
        let landing = state.board.play_action(action).expect("invariant: moves are legal");
        // Without refutation a way may clear more than it was meant to; the cap on pieces still ends it.
        state.lines = state.lines.saturating_sub(landing.cleared.count());
    }

    fn outcome(&self, state: &Position) -> Option<f64> {
        (state.board == self.target).then_some(1.0)
    }
}

impl Puzzle for UctForward<'_> {
    fn root(&self, lines: u32) -> Position {
        Position { board: Board::empty(self.target.size()), lines }
    }

    fn placements(&self, _: Position, line: &[ActionId]) -> Vec<ActionId> {
        line.to_vec()
    }

    fn spending(&self) -> &Spending {
        self.spending
    }
}
