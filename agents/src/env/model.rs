//! Tasks that can be looked ahead in.

use super::{Action, ActionSet, GoalTask};

/// A goal task whose actions' consequences are known before they are taken.
pub trait TaskModel: GoalTask {
    /// The state that a legal action leads to.
    fn next(&self, state: &Self::State, action: Action) -> Self::State;

    /// The state that an action leads to, `None` if it is not legal.
    fn try_next(&self, state: &Self::State, action: Action) -> Option<Self::State> {
        self.legal_actions(state).contains(action).then(|| self.next(state, action))
    }
}
