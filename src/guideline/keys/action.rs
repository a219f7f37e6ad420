//! Key presses as numbers.

use std::fmt;

use tetreach_agents::Action;

use crate::game::guideline::Key;

/// The number of actions, legal or not.
pub const KEY_ACTIONS: usize = 8;

/// What a player can press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    /// A key that moves the piece; the hard drop locks it too.
    Move(Key),
    /// The held piece comes, or the next one if none is held, and the current one is held.
    Hold,
}

impl KeyAction {
    /// All actions by number: left, right, clockwise, anticlockwise, half turn, soft drop, hard drop, hold.
    ///
    /// ```
    /// use tetreach::game::guideline::Key;
    /// use tetreach::guideline::keys::KeyAction;
    /// use tetreach_agents::Action;
    ///
    /// assert_eq!(KeyAction::of(Action(6)), Some(KeyAction::Move(Key::HardDrop)));
    /// assert_eq!(KeyAction::Hold.action(), Action(7));
    /// ```
    pub const ALL: [KeyAction; KEY_ACTIONS] = [
        KeyAction::Move(Key::Left),
        KeyAction::Move(Key::Right),
        KeyAction::Move(Key::Clockwise),
        KeyAction::Move(Key::Anticlockwise),
        KeyAction::Move(Key::Half),
        KeyAction::Move(Key::SoftDrop),
        KeyAction::Move(Key::HardDrop),
        KeyAction::Hold,
    ];

    /// The press that a number stands for.
    pub fn of(action: Action) -> Option<Self> {
        Self::ALL.get(action.index()).copied()
    }

    /// The number of the press.
    pub fn action(self) -> Action {
        let number = Self::ALL.iter().position(|&other| other == self);
        Action(number.expect("invariant: all presses have a number") as u16)
    }
}

impl fmt::Display for KeyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyAction::Move(key) => key.fmt(f),
            KeyAction::Hold => f.write_str("hold"),
        }
    }
}
