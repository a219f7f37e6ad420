//! What keys mean: in each game something else.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tetreach::game::Piece;

use super::game::PlayerInput;

/// Keys with what they do, as the help shows them.
pub type KeyTable = &'static [(&'static str, &'static str)];

/// How a game is played by keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controls {
    /// Any piece may be chosen; it drops straight down.
    Chosen,
    /// The piece is given; it drops straight down.
    Given,
    /// The piece is given and falls.
    Falling,
    /// Any piece may be chosen; it is placed anywhere.
    Placed,
}

impl Controls {
    /// The keys of a game by hand.
    pub fn keys(self) -> KeyTable {
        match self {
            Controls::Chosen => &[
                ("left right / a d", "move the piece"),
                ("up / w, x", "turn it clockwise, anticlockwise"),
                ("I O T S Z J L", "take this piece"),
                ("tab, shift tab", "next piece, piece before"),
                ("space / down", "drop"),
                ("u / backspace, y", "undo, redo"),
                ("h", "hint"),
                ("r", "begin again"),
                ("c", "other colours"),
                ("q / esc", "back"),
            ],
            Controls::Given => &[
                ("left right / a d", "move the piece"),
                ("up / w, x", "turn it clockwise, anticlockwise"),
                ("space / down / s", "drop"),
                ("u / backspace, y", "undo, redo"),
                ("h", "hint"),
                ("r", "a new game"),
                ("c", "other colours"),
                ("q / esc", "back"),
            ],
            Controls::Falling => &[
                ("left right / a d", "move the piece"),
                ("up / w / x, z", "turn it clockwise, anticlockwise"),
                ("v", "turn it upside down, by some rules"),
                ("down / s", "one row down"),
                ("space", "drop"),
                ("tab / e", "hold"),
                ("f", "let pieces fall, or stop them"),
                ("u / backspace, y", "undo, redo"),
                ("h", "hint"),
                ("r", "a new game"),
                ("c", "other colours"),
                ("q / esc", "back"),
            ],
            Controls::Placed => &[
                ("arrows / a d", "move the piece"),
                ("w, x", "turn it clockwise, anticlockwise"),
                ("I O T S Z J L", "take this piece"),
                ("tab, shift tab", "next piece, piece before"),
                ("space / enter", "place it"),
                ("u / backspace, y", "undo, redo"),
                ("h", "hint"),
                ("r", "begin again"),
                ("c", "other colours"),
                ("q / esc", "back"),
            ],
        }
    }

    /// The most important keys in one line.
    pub fn foot(self) -> &'static str {
        match self {
            Controls::Chosen => {
                "arrows move and turn  space drop  IOTSZJL piece  u undo  h hint  ? keys  q back"
            }
            Controls::Given => "arrows move and turn  space drop  u undo  h hint  r new  ? keys  q back",
            Controls::Falling => "arrows  z x turn  space drop  tab hold  u undo  h hint  ? keys  q back",
            Controls::Placed => {
                "arrows  w x turn  IOTSZJL piece  space place  u undo  h hint  ? keys  q back"
            }
        }
    }

    /// What a key means to a player.
    pub fn input(self, key: KeyEvent) -> Option<PlayerInput> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('r') => Some(PlayerInput::Redo),
                KeyCode::Char('z') => Some(PlayerInput::Undo),
                _ => None,
            };
        }
        let letter = match key.code {
            KeyCode::Char(letter) => letter.to_ascii_lowercase(),
            code => return self.named(code),
        };
        let chooses = matches!(self, Controls::Chosen | Controls::Placed);
        let piece = Piece::ALL.into_iter().find(|piece| piece.letter().to_ascii_lowercase() == letter);
        Some(match letter {
            'a' => PlayerInput::Left,
            'd' => PlayerInput::Right,
            'w' => PlayerInput::Turn,
            'x' if self == Controls::Falling => PlayerInput::Turn,
            'x' => PlayerInput::TurnBack,
            ' ' => PlayerInput::Drop,
            'u' => PlayerInput::Undo,
            'y' => PlayerInput::Redo,
            'h' => PlayerInput::Hint,
            'r' => PlayerInput::Restart,
            _ if chooses => PlayerInput::Choose(piece?),
            's' if self == Controls::Given => PlayerInput::Drop,
            's' => PlayerInput::Down,
            'z' => PlayerInput::TurnBack,
            'v' => PlayerInput::HalfTurn,
            'e' => PlayerInput::Hold,
            'f' => PlayerInput::Gravity,
            _ => return None,
        })
    }

    fn named(self, code: KeyCode) -> Option<PlayerInput> {
        Some(match (self, code) {
            (_, KeyCode::Left) => PlayerInput::Left,
            (_, KeyCode::Right) => PlayerInput::Right,
            (Controls::Placed, KeyCode::Up) => PlayerInput::Up,
            (_, KeyCode::Up) => PlayerInput::Turn,
            (Controls::Placed | Controls::Falling, KeyCode::Down) => PlayerInput::Down,
            (_, KeyCode::Down | KeyCode::Enter) => PlayerInput::Drop,
            (Controls::Falling, KeyCode::Tab) => PlayerInput::Hold,
            (_, KeyCode::Tab) => PlayerInput::Next,
            (_, KeyCode::BackTab) => PlayerInput::Previous,
            (_, KeyCode::Backspace) => PlayerInput::Undo,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(controls: Controls, code: KeyCode) -> Option<PlayerInput> {
        controls.input(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn letters_choose_pieces_only_where_pieces_are_chosen() {
        for controls in [Controls::Chosen, Controls::Placed] {
            assert_eq!(input(controls, KeyCode::Char('z')), Some(PlayerInput::Choose(Piece::Z)));
            assert_eq!(input(controls, KeyCode::Char('S')), Some(PlayerInput::Choose(Piece::S)));
            assert_eq!(input(controls, KeyCode::Char('f')), None);
        }
        assert_eq!(input(Controls::Falling, KeyCode::Char('z')), Some(PlayerInput::TurnBack));
        assert_eq!(input(Controls::Falling, KeyCode::Char('s')), Some(PlayerInput::Down));
        assert_eq!(input(Controls::Given, KeyCode::Char('s')), Some(PlayerInput::Drop));
        assert_eq!(input(Controls::Placed, KeyCode::Up), Some(PlayerInput::Up));
        assert_eq!(input(Controls::Given, KeyCode::Up), Some(PlayerInput::Turn));
    }

    #[test]
    fn lines_at_the_foot_fit_80_columns() {
        for controls in [Controls::Chosen, Controls::Given, Controls::Falling, Controls::Placed] {
            assert!(controls.foot().len() <= 80, "{controls:?}");
            assert!(controls.keys().len() <= 20 && controls.keys().iter().all(|key| key.1.len() <= 46));
        }
    }
}
