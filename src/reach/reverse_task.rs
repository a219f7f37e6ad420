//! The rules of taking a board apart by primitive moves, without a running episode.

use tetreach_agents::{Action, ActionList, GoalTask, TaskModel, Transition};

use super::distance::fewest_pieces;
use super::options::ReachSettings;
use crate::game::{Board, ReverseActions, ReverseMove};

/// Reach the goal board by primitive reverse moves: a full row comes back, or a piece is taken away.
///
/// The action numbers are those of [`ReverseActions`]. A state with full rows is in the middle of a move: the piece
/// that is taken next must touch all of them. A way of p pieces that clears l lines has p + l moves, so that the fewest
/// moves are also the fewest pieces.
///
/// ```
/// use tetreach::game::{Board, Size};
/// use tetreach::reach::{ReachSettings, ReverseTask};
/// use tetreach_agents::{ActionSet, GoalTask, TaskModel};
///
/// let task = ReverseTask::new(ReachSettings::default());
/// let board = Board::from_rows(Size::STANDARD, [0b1111]);
/// let empty = Board::empty(Size::STANDARD);
/// assert_eq!((task.action_count(), task.lower_bound(&board, &empty)), (3_820, Some(1)));
/// let takes = task.legal_actions(&board).nth(0).expect("the lying I");
/// assert_eq!(task.next(&board, takes), empty);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReverseTask {
    settings: ReachSettings,
    actions: ReverseActions,
}

impl ReverseTask {
    /// The task with these settings.
    pub fn new(settings: ReachSettings) -> Self {
        Self { settings, actions: ReverseActions::of_size(settings.size) }
    }

    /// What stays the same for all episodes.
    pub fn settings(&self) -> &ReachSettings {
        &self.settings
    }

    /// How the moves are numbered.
    pub fn actions(&self) -> ReverseActions {
        self.actions
    }

    /// The number of moves after which an episode is cut short.
    ///
    /// The way's length lies in the board where it began, which no later state tells: a full board's worth of pieces
    /// takes the place of the lower bound.
    pub fn step_limit(&self) -> u32 {
        let size = self.settings.size;
        2 * self.settings.limit.steps(u32::from(size.width()) * u32::from(size.height()) / 4)
    }

    fn ends_at(&self, board: &Board, goal: &Board) -> bool {
        self.settings.ends_at(board, goal, || !has_reverse_move(board))
    }
}

impl ReverseTask {
    /// Tells of each reverse move what [`GoalTask::lower_bound`] says is left after it.
    fn for_each_bounded(&self, state: &Board, goal: &Board, mut tell: impl FnMut(Action, Option<u32>)) {
        state.for_each_reverse_move(4, |reverse| {
            if let Some(next) = state.take_back(reverse) {
                tell(Action(self.actions.id(reverse) as u16), self.lower_bound(&next, goal));
            }
        });
    }
}

/// Whether there is any reverse move; a board with full rows has one if it came from another by reverse moves.
pub(super) fn has_reverse_move(board: &Board) -> bool {
    if board.without_full_rows().1.count() == 0 {
        return board.has_predecessor();
    }
    let mut found = false;
    board.for_each_reverse_move(4, |_| found = true);
    found
}

impl GoalTask for ReverseTask {
    type State = Board;
    type Goal = Board;
    type Legal = ActionList;

    fn action_count(&self) -> usize {
        self.actions.count()
    }

    fn legal_actions(&self, state: &Board) -> ActionList {
        let mut legal = Vec::new();
        state.for_each_reverse_move(4, |reverse| legal.push(Action(self.actions.id(reverse) as u16)));
        legal.into()
    }

    /// Those after which less is left by [`Self::lower_bound`].
    fn promising_actions(&self, state: &Board, goal: &Board) -> ActionList {
        let Some(before) = self.lower_bound(state, goal) else { return ActionList::default() };
        let mut promising = Vec::new();
        self.for_each_bounded(state, goal, |action, left| {
            if left.is_some_and(|left| left < before) {
                promising.push(action);
            }
        });
        promising.into()
    }

    fn achieved_goal(&self, state: &Board) -> Board {
        *state
    }

    fn reward(&self, transition: &Transition<Board>, goal: &Board) -> f32 {
        let ends = || self.ends_at(&transition.next_state, goal);
        self.settings.reward.of(&transition.state, &transition.next_state, goal, ends)
    }

    fn terminated(&self, transition: &Transition<Board>, goal: &Board) -> bool {
        self.ends_at(&transition.next_state, goal)
    }

    fn is_lost(&self, state: &Board, goal: &Board) -> bool {
        self.settings.is_lost(state, goal, || !has_reverse_move(state))
    }

    fn truncated(&self, transition: &Transition<Board>, _goal: &Board) -> bool {
        transition.elapsed >= self.step_limit()
    }

    /// The pieces and lines of the forward way, which leads from the goal to the state, less the lines that are back.
    fn lower_bound(&self, state: &Board, goal: &Board) -> Option<u32> {
        if goal.without_full_rows().1.count() > 0 {
            // In the middle of a move: no placement leads from there.
            return Some(u32::from(state != goal));
        }
        let (settled, full) = state.without_full_rows();
        let pieces = fewest_pieces(goal, &settled)?;
        let lines = (4 * pieces + goal.cells()).saturating_sub(settled.cells()) / u32::from(settled.width());
        Some(pieces + lines.saturating_sub(full.count()))
    }

    fn lower_ceilings(&self, state: &Board, goal: &Board, ceilings: &mut [f32]) {
        self.for_each_bounded(state, goal, |action, left| {
            let ceiling = &mut ceilings[action.index()];
            *ceiling = ceiling.min(self.settings.reward.ceiling(left));
        });
    }

    fn look_ahead(&self, state: &Board, action: Action) -> Option<Board> {
        // A row that comes back is judged by the piece that is taken after it: looking for one takes long.
        let reverse = self.actions.reverse_move(action.index())?;
        let next = state.take_back(reverse)?;
        match reverse {
            ReverseMove::Restore { .. } => Some(next),
            ReverseMove::Take { placement, row } => {
                let landing = { next }.play(placement).ok()?;
                let full = state.without_full_rows().1;
                let is_settled = next.filled_rows().all(|row| row != 0 && row != next.size().full_row());
                (landing.row == row && landing.cleared == full && is_settled).then_some(next)
            }
        }
    }
}

impl TaskModel for ReverseTask {
    /// The same board where the move cannot be made.
    fn next(&self, state: &Board, action: Action) -> Board {
        let reverse = self.actions.reverse_move(action.index());
        reverse.and_then(|reverse| state.take_back(reverse)).unwrap_or(*state)
    }
}
