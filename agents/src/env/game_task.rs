//! Games of two for learners.

use super::{Action, ActionList, Game, GoalTask, Outcome, TaskModel, Transition};

/// A game as a task without goals, so that replay and learners take it.
///
/// What is learned from a finished game is what a search advised in each of its states and how it ended for the player
/// who moves there ([`GoalTask::success`]). Rewards go to the player who made the move, so that they say nothing about
/// action values: the next move is the opponent's.
///
/// ```
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game, GameTask, GoalTask};
///
/// let task = GameTask { game: TicTacToe };
/// let states: Vec<_> = [4, 0, 2, 1, 6]
///     .iter()
///     .scan(TicTacToe.start(), |grid, &square| {
///         *grid = TicTacToe.play(grid, Action(square));
///         Some(*grid)
///     })
///     .collect();
/// // The first player has won, which the second, who moves after the first move, did not want.
/// assert_eq!(task.success(&states[0], &states[4], &()), Some(0.0));
/// assert_eq!(task.success(&states[1], &states[4], &()), Some(1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameTask<G> {
    /// The rules.
    pub game: G,
}

impl<G: Game> GoalTask for GameTask<G> {
    type State = G::State;
    type Goal = ();
    type Legal = ActionList;

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn legal_actions(&self, state: &G::State) -> ActionList {
        self.game.moves(state).into()
    }

    fn achieved_goal(&self, _state: &G::State) {}

    /// What the end of the game is worth to who made the move, between 0 and 1.
    fn reward(&self, transition: &Transition<G::State>, _goal: &()) -> f32 {
        let outcome = self.game.outcome(&transition.next_state);
        outcome.map_or(0.0, |outcome| self.game.mover(&transition.state).value(outcome.value()))
    }

    fn terminated(&self, transition: &Transition<G::State>, _goal: &()) -> bool {
        self.game.outcome(&transition.next_state).is_some()
    }

    fn truncated(&self, _transition: &Transition<G::State>, _goal: &()) -> bool {
        false
    }

    /// No state is a goal, so that no move is imitated for leading to one.
    fn is_success(&self, _state: &G::State, _goal: &()) -> bool {
        false
    }

    fn success(&self, state: &G::State, last: &G::State, _goal: &()) -> Option<f32> {
        self.game.outcome(last).map(Outcome::value).map(|value| self.game.mover(state).value(value))
    }

    fn look_ahead(&self, state: &G::State, action: Action) -> Option<G::State> {
        self.try_next(state, action)
    }
}

impl<G: Game> TaskModel for GameTask<G> {
    fn next(&self, state: &G::State, action: Action) -> G::State {
        self.game.play(state, action)
    }
}
