//! Reach in both directions as one task: what one network learns that knows the way to a board and the way back.

use serde::{Deserialize, Serialize};
use tetreach_agents::{Action, ActionList, ActionSet, GoalTask, TaskModel, Transition};

use super::direction::Direction;
use super::options::ReachSettings;
use super::reverse_task::ReverseTask;
use super::task::ReachTask;
use crate::game::Board;

/// A board on the way to a goal, or on the way back from a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DirectedBoard {
    /// Whether pieces are placed or taken away.
    pub direction: Direction,
    /// The board; backwards it may have full rows.
    pub board: Board,
}

impl DirectedBoard {
    /// A board on which pieces are placed.
    pub fn forward(board: Board) -> Self {
        Self { direction: Direction::Forward, board }
    }

    /// A board from which pieces are taken away.
    pub fn backward(board: Board) -> Self {
        Self { direction: Direction::Backward, board }
    }
}

/// [`ReachTask`] and [`ReverseTask`] side by side: the placements come first in the numbering of the actions.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::reach::{DirectedBoard, ReachSettings, TwoWayTask};
/// use tetreach_agents::{ActionSet, GoalTask};
///
/// let task = TwoWayTask::new(ReachSettings::default());
/// let (empty, line) = (Board::empty(Size::STANDARD), Board::from_rows(Size::STANDARD, [0b1111]));
/// assert_eq!(task.legal_actions(&DirectedBoard::forward(empty)).count(), 162);
/// let back = task.legal_actions(&DirectedBoard::backward(line));
/// assert!(back.iter().all(|action| action.index() >= 162));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoWayTask {
    forward: ReachTask,
    reverse: ReverseTask,
}

impl TwoWayTask {
    /// The task with these settings.
    pub fn new(settings: ReachSettings) -> Self {
        Self { forward: ReachTask::new(settings), reverse: ReverseTask::new(settings) }
    }

    /// The way to a board.
    pub fn forward(&self) -> &ReachTask {
        &self.forward
    }

    /// The way back.
    pub fn reverse(&self) -> &ReverseTask {
        &self.reverse
    }

    /// The number of placements, which is the number of the first reverse move.
    pub fn first_reverse(&self) -> usize {
        self.forward.action_count()
    }

    /// A reverse move as an action of this task.
    pub fn of_reverse(&self, action: Action) -> Action {
        Action(action.0 + self.first_reverse() as u16)
    }

    /// An action of this task as a reverse move.
    pub(super) fn to_reverse(self, action: Action) -> Action {
        Action(action.0.wrapping_sub(self.first_reverse() as u16))
    }

    /// The part of a transition that a one-way task knows.
    fn one_way(&self, transition: &Transition<DirectedBoard>) -> Transition<Board> {
        let Transition { state, action, next_state, elapsed } = *transition;
        let action = match state.direction {
            Direction::Forward => action,
            Direction::Backward => self.to_reverse(action),
        };
        Transition { state: state.board, action, next_state: next_state.board, elapsed }
    }
}

impl GoalTask for TwoWayTask {
    type State = DirectedBoard;
    type Goal = Board;
    type Legal = ActionList;

    fn action_count(&self) -> usize {
        self.first_reverse() + self.reverse.action_count()
    }

    fn legal_actions(&self, state: &DirectedBoard) -> ActionList {
        match state.direction {
            Direction::Forward => self.forward.legal_actions(&state.board).iter().collect(),
            Direction::Backward => {
                let legal = self.reverse.legal_actions(&state.board);
                legal.iter().map(|action| self.of_reverse(action)).collect()
            }
        }
    }

    fn promising_actions(&self, state: &DirectedBoard, goal: &Board) -> ActionList {
        match state.direction {
            Direction::Forward => self.forward.promising_actions(&state.board, goal).iter().collect(),
            Direction::Backward => {
                let promising = self.reverse.promising_actions(&state.board, goal);
                promising.iter().map(|action| self.of_reverse(action)).collect()
            }
        }
    }

    fn achieved_goal(&self, state: &DirectedBoard) -> Board {
        state.board
    }

    fn reward(&self, transition: &Transition<DirectedBoard>, goal: &Board) -> f32 {
        let one_way = self.one_way(transition);
        match transition.state.direction {
            Direction::Forward => self.forward.reward(&one_way, goal),
            Direction::Backward => self.reverse.reward(&one_way, goal),
        }
    }

    fn terminated(&self, transition: &Transition<DirectedBoard>, goal: &Board) -> bool {
        let one_way = self.one_way(transition);
        match transition.state.direction {
            Direction::Forward => self.forward.terminated(&one_way, goal),
            Direction::Backward => self.reverse.terminated(&one_way, goal),
        }
    }

    fn is_lost(&self, state: &DirectedBoard, goal: &Board) -> bool {
        match state.direction {
            Direction::Forward => self.forward.is_lost(&state.board, goal),
            Direction::Backward => self.reverse.is_lost(&state.board, goal),
        }
    }

    fn truncated(&self, transition: &Transition<DirectedBoard>, goal: &Board) -> bool {
        let one_way = self.one_way(transition);
        match transition.state.direction {
            Direction::Forward => self.forward.truncated(&one_way, goal),
            Direction::Backward => self.reverse.truncated(&one_way, goal),
        }
    }

    fn lower_bound(&self, state: &DirectedBoard, goal: &Board) -> Option<u32> {
        match state.direction {
            Direction::Forward => self.forward.lower_bound(&state.board, goal),
            Direction::Backward => self.reverse.lower_bound(&state.board, goal),
        }
    }

    fn lower_ceilings(&self, state: &DirectedBoard, goal: &Board, ceilings: &mut [f32]) {
        let (placements, reverse) = ceilings.split_at_mut(self.first_reverse());
        match state.direction {
            Direction::Forward => self.forward.lower_ceilings(&state.board, goal, placements),
            Direction::Backward => self.reverse.lower_ceilings(&state.board, goal, reverse),
        }
    }

    fn look_ahead(&self, state: &DirectedBoard, action: Action) -> Option<DirectedBoard> {
        let board = match state.direction {
            Direction::Forward => self.forward.look_ahead(&state.board, action)?,
            Direction::Backward => self.reverse.look_ahead(&state.board, self.to_reverse(action))?,
        };
        Some(DirectedBoard { board, ..*state })
    }
}

impl TaskModel for TwoWayTask {
    fn next(&self, state: &DirectedBoard, action: Action) -> DirectedBoard {
        let board = match state.direction {
            Direction::Forward => self.forward.next(&state.board, action),
            Direction::Backward => self.reverse.next(&state.board, self.to_reverse(action)),
        };
        DirectedBoard { board, ..*state }
    }
}
