//! The rules of reaching a board, without a running episode.

use tetreach_agents::{Action, ActionMask, GoalTask, TaskModel, Transition};

use super::distance::{fewest_pieces, for_each_detour};
use super::options::ReachSettings;
use crate::game::{Actions, Board};
use crate::numbering::{to_action, to_placement};

/// The legal placements.
#[inline]
pub fn legal_mask(board: &Board) -> ActionMask {
    // Four rows above the stack take any piece.
    if board.stack_height() + 4 <= usize::from(board.height()) {
        ActionMask::first(Actions::of_width(board.width()).count())
    } else {
        ActionMask::from_words(board.legal_mask())
    }
}

/// Whether any placement is legal.
#[inline]
pub fn has_legal_action(board: &Board) -> bool {
    // A lying I fits into one free row above the stack.
    board.stack_height() < usize::from(board.height()) || !legal_mask(board).is_empty()
}

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

    /// Whether the game ends at a board: at the goal, unless it stays there, or where no piece fits.
    #[inline]
    pub fn ends_at(&self, board: &Board, goal: &Board) -> bool {
        self.settings.ends_at(board, goal, || !has_legal_action(board))
    }
}

impl GoalTask for ReachTask {
    type State = Board;
    type Goal = Board;
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        Actions::of_width(self.settings.size.width()).count()
    }

    fn legal_actions(&self, state: &Board) -> ActionMask {
        legal_mask(state)
    }

    fn promising_actions(&self, state: &Board, goal: &Board) -> ActionMask {
        let mut promising = self.legal_actions(state);
        for_each_detour(state, goal, |id| promising.remove(to_action(id)));
        promising
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

    fn is_lost(&self, state: &Board, goal: &Board) -> bool {
        self.settings.is_lost(state, goal, || !has_legal_action(state))
    }

    fn lower_bound(&self, state: &Board, goal: &Board) -> Option<u32> {
        fewest_pieces(state, goal)
    }

    fn lower_ceilings(&self, state: &Board, goal: &Board, ceilings: &mut [f32]) {
        state.for_each_successor(|action, next, _| {
            let ceiling = &mut ceilings[usize::from(action.0)];
            *ceiling = ceiling.min(self.settings.reward.ceiling(fewest_pieces(next, goal)));
        });
    }

    fn look_ahead(&self, state: &Board, action: Action) -> Option<Board> {
        self.try_next(state, action)
    }
}

impl TaskModel for ReachTask {
    /// The same board where the placement is not legal.
    fn next(&self, state: &Board, action: Action) -> Board {
        self.try_next(state, action).unwrap_or(*state)
    }

    fn try_next(&self, state: &Board, action: Action) -> Option<Board> {
        let mut next = *state;
        next.play_action(to_placement(action)).ok().map(|_| next)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;
    use crate::reach::{Reward, RewardKind};

    #[test]
    fn no_game_that_reaches_its_goal_returns_more_than_the_ceilings_say() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        for kind in [RewardKind::Sparse, RewardKind::Success] {
            let task =
                ReachTask::new(ReachSettings { reward: Reward::of_kind(kind), ..ReachSettings::default() });
            let mut tight = 0;
            for _ in 0..200 {
                let mut boards = vec![Board::empty(Size::STANDARD)];
                let mut actions = Vec::new();
                for _ in 0..rng.random_range(1..12) {
                    let board = boards[boards.len() - 1];
                    let Some(action) = task.legal_actions(&board).iter().choose(&mut rng) else { break };
                    actions.push(action);
                    boards.push(task.next(&board, action));
                }
                let goal = boards[boards.len() - 1];
                // A game may pass its goal before it ends there.
                let first = boards.iter().position(|board| *board == goal).unwrap();
                let mut earned = 0.0;
                for index in (0..first).rev() {
                    let (state, next_state) = (boards[index], boards[index + 1]);
                    let transition = Transition { state, action: actions[index], next_state, elapsed: 1 };
                    earned = task.reward(&transition, &goal) + task.settings().reward.gamma * earned;
                    let mut ceilings = vec![f32::INFINITY; task.action_count()];
                    task.lower_ceilings(&state, &goal, &mut ceilings);
                    let ceiling = ceilings[actions[index].index()];
                    assert!(earned <= ceiling + 1e-4, "{kind:?}: {earned} above {ceiling}");
                    tight += usize::from((earned - ceiling).abs() < 1e-4);
                }
            }
            assert!(tight > 100, "most random games clear nothing, and then the bound is exact");
        }
    }

    #[test]
    fn placements_after_which_the_goal_is_out_of_reach_may_be_worth_nothing() {
        let task = ReachTask::new(ReachSettings::default());
        let odd = Board::from_rows(Size::STANDARD, [0b1]);
        let mut ceilings = vec![f32::INFINITY; task.action_count()];
        task.lower_ceilings(&Board::empty(Size::STANDARD), &odd, &mut ceilings);
        assert!(ceilings.iter().all(|ceiling| *ceiling == f32::NEG_INFINITY));
    }

    proptest! {
        #[test]
        fn the_mask_agrees_with_play(width in 4_usize..=16, height in 2_usize..=32, top in 0_usize..=32,
                                     rows in proptest::collection::vec(any::<u16>(), 32)) {
            let size = Size::new(width, height).unwrap();
            // Thin rows out, so that tall boards still have deep columns.
            let cells = rows.iter().zip(rows.iter().skip(1)).map(|(a, b)| a & b).take(top.min(height));
            let board = Board::from_rows(size, cells);
            let actions = Actions::of_width(size.width());
            let mask = legal_mask(&board);
            prop_assert_eq!(has_legal_action(&board), !mask.is_empty());
            for id in actions.ids() {
                prop_assert_eq!(mask.contains(to_action(id)), board.clone().play_action(id).is_ok());
            }
            prop_assert!(mask.iter().all(|action| action.index() < actions.count()));
        }
    }
}
