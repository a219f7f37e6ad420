//! The rules of reaching a board, without a running episode.

use tetreach_agents::{Action, ActionMask, GoalTask, Model, Transition};

use super::distance::fewest_pieces;
use super::landing::{has_legal_action, legal_mask};
use super::options::ReachSettings;
use crate::game::{ActionId, Actions, Board};

/// Reach the goal board exactly by placing pieces; the action numbers are those of [`crate::game::ActionId`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReachTask {
    settings: ReachSettings,
}

impl ReachTask {
    /// The task with these settings.
    pub fn new(settings: ReachSettings) -> Self {
        Self { settings }
    }

    /// What stays the same for all episodes.
    pub fn settings(&self) -> &ReachSettings {
        &self.settings
    }

    /// The number of pieces after which an episode with this goal is cut short.
    ///
    /// It depends on the goal alone, so that hindsight can ask for any; for starts far above their goal set
    /// [`super::StepLimit::Steps`].
    #[inline]
    pub fn step_limit(&self, goal: &Board) -> u32 {
        self.settings.limit.steps(goal.counting_bound())
    }

    /// Whether the game ends at a board: at the goal, or where no piece fits.
    #[inline]
    pub fn ends_at(&self, board: &Board, goal: &Board) -> bool {
        board == goal || !has_legal_action(board)
    }
}

impl GoalTask for ReachTask {
    type State = Board;
    type Goal = Board;

    fn action_count(&self) -> usize {
        Actions::of_width(self.settings.size.width()).count()
    }

    fn legal_actions(&self, state: &Board) -> ActionMask {
        legal_mask(state)
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

    fn truncated(&self, transition: &Transition<Board>, goal: &Board) -> bool {
        transition.elapsed >= self.step_limit(goal)
    }

    fn lower_bound(&self, state: &Board, goal: &Board) -> Option<u32> {
        fewest_pieces(state, goal)
    }
}

impl Model for ReachTask {
    /// The same board where the placement is not legal.
    fn next(&self, state: &Board, action: Action) -> Board {
        self.try_next(state, action).unwrap_or(*state)
    }

    fn try_next(&self, state: &Board, action: Action) -> Option<Board> {
        let mut next = *state;
        next.play_action(ActionId(action.0)).ok().map(|_| next)
    }
}
