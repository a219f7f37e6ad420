//! What follows where no piece moves: actions that are not legal, and a goal that is reached already.

use tetreach_agents::{Action, Episode, GoalInfo, GoalObservation, GoalTask, Info, Step, Transition};

use super::options::ReachSettings;
use crate::game::Board;

/// What an action that is not legal does.
///
/// ```
/// use tetreach::reach::IllegalActions;
///
/// assert_eq!("stay".parse(), Ok(IllegalActions::Stay));
/// assert_eq!(IllegalActions::default(), IllegalActions::Error);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownRule, parse_err_fn = UnknownRule::for_illegal_actions)]
pub enum IllegalActions {
    /// It is refused, and nothing changes.
    #[default]
    Error,
    /// The board stays as it is; the step counts and earns what a step earns.
    Stay,
    /// The board stays as it is, and the episode ends as it does in a dead end.
    End,
}

/// What happens when the goal is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownRule, parse_err_fn = UnknownRule::for_success)]
pub enum OnSuccess {
    /// The episode ends.
    #[default]
    End,
    /// The board stays as it is whatever the actions, until the episode is cut short.
    Stay,
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule {name:?} for {what}: choose {known}")]
pub struct UnknownRule {
    name: String,
    what: &'static str,
    known: &'static str,
}

impl UnknownRule {
    fn for_illegal_actions(name: &str) -> Self {
        UnknownRule { name: name.to_owned(), what: "illegal actions", known: "stay, end or error" }
    }

    fn for_success(name: &str) -> Self {
        UnknownRule { name: name.to_owned(), what: "a goal that is reached", known: "end or stay" }
    }
}

impl ReachSettings {
    /// Whether the game ends at a board: at the goal, unless it stays there, or where nothing can be done.
    #[inline]
    pub(super) fn ends_at(&self, board: &Board, goal: &Board, is_stuck: impl FnOnce() -> bool) -> bool {
        if board == goal { self.on_success == OnSuccess::End } else { is_stuck() }
    }

    /// Whether a board is a dead end under rewards that count costs until the goal.
    pub(super) fn is_lost(&self, board: &Board, goal: &Board, is_stuck: impl FnOnce() -> bool) -> bool {
        self.reward.is_cost() && board != goal && is_stuck()
    }

    /// Whether the goal that is reached is where the episode stays.
    #[inline]
    pub(super) fn stays_at_goal(&self, board: &Board, goal: &Board) -> bool {
        self.on_success == OnSuccess::Stay && board == goal
    }

    /// Whether an action leaves the board as it is: `Some(true)` if that ends the episode, `None` if the action moves,
    /// or if the environment has to refuse it.
    pub(super) fn stays(
        &self,
        episode: &Episode<Board, Board>,
        is_legal: impl FnOnce() -> bool,
    ) -> Option<bool> {
        if episode.ended {
            return None;
        }
        if self.stays_at_goal(&episode.state, &episode.desired_goal) {
            return Some(false);
        }
        match self.illegal {
            IllegalActions::Error => None,
            IllegalActions::Stay => (!is_legal()).then_some(false),
            IllegalActions::End => (!is_legal()).then_some(true),
        }
    }
}

/// A step that leaves the board as it is.
pub(super) fn stay<T, X>(
    episode: &mut Episode<Board, Board>,
    task: &T,
    settings: &ReachSettings,
    action: Action,
    ends: bool,
) -> Step<GoalObservation<Board, Board>, Info<T::Legal, GoalInfo<X>>>
where
    T: GoalTask<State = Board, Goal = Board>,
    X: Default,
{
    let (state, goal) = (episode.state, episode.desired_goal);
    let transition = Transition { state, action, next_state: state, elapsed: episode.elapsed + 1 };
    let truncated = task.truncated(&transition, &goal);
    episode.elapsed += 1;
    episode.ended = ends || truncated;
    Step {
        observation: episode.observation(task),
        reward: settings.reward.of(&state, &state, &goal, || ends),
        terminated: ends,
        truncated,
        info: episode.info(task, X::default()),
    }
}
