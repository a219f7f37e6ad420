//! The rules of one player under the keys, as a task without goals.

use tetreach_agents::{ActionMask, GoalTask, Transition};

use super::action::{KEY_ACTIONS, KeyAction};
use super::game::KeyGame;
use crate::game::guideline::{GuidelinePreset, GuidelineRules};

/// Send lines, key by key: a hard drop earns its attack, all other keys nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyTask {
    /// The rules.
    pub rules: GuidelineRules,
    /// The number of pieces after which an episode is cut short.
    pub pieces: u32,
    /// The number of key presses after which it is cut short, because nothing falls by itself.
    pub presses: u32,
}

impl Default for KeyTask {
    fn default() -> Self {
        KeyTask { rules: GuidelinePreset::default().rules(), pieces: 600, presses: 20_000 }
    }
}

impl GoalTask for KeyTask {
    type State = KeyGame;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        KEY_ACTIONS
    }

    fn legal_actions(&self, game: &KeyGame) -> ActionMask {
        game.legal(&self.rules)
    }

    fn achieved_goal(&self, _game: &KeyGame) {}

    fn reward(&self, transition: &Transition<KeyGame>, _goal: &()) -> f32 {
        let press = KeyAction::of(transition.action);
        let lock = press.and_then(|press| transition.state.lock(press, &self.rules));
        lock.map_or(0.0, |lock| lock.attack as f32)
    }

    fn terminated(&self, transition: &Transition<KeyGame>, _goal: &()) -> bool {
        transition.next_state.is_over(&self.rules)
    }

    fn truncated(&self, transition: &Transition<KeyGame>, _goal: &()) -> bool {
        transition.elapsed >= self.presses || transition.next_state.placed >= self.pieces
    }
}
