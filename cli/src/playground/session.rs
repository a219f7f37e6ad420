//! A game on the screen: played by hand or by an agent that can be stopped, stepped and taken over.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tetreach::game::Piece;

use super::game::{AgentTurn, Playable, PlayerInput};

/// Moves per second of an agent, from slow to fast.
const SPEEDS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Keys of a game by hand, as the help shows them.
pub const PLAY_KEYS: &[(&str, &str)] = &[
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
];

/// Keys while an agent plays.
pub const WATCH_KEYS: &[(&str, &str)] = &[
    ("space", "pause, go on"),
    (". / right", "one move on"),
    (", / left", "one move back"),
    ("+ -", "faster, slower"),
    ("r", "begin again"),
    ("t", "take over and play on by hand"),
    ("c", "other colours"),
    ("q / esc", "back"),
];

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// A person.
    Play,
    /// An agent.
    Watch {
        /// Whether it waits.
        is_paused: bool,
        /// Index into the speeds.
        speed: usize,
        /// Time since the last move.
        waited: Duration,
    },
}

/// A game with the one who plays it.
#[derive(Debug)]
pub struct Session {
    /// The game.
    pub game: Box<dyn Playable>,
    /// Who plays.
    pub mode: Mode,
    /// Whether all moves are a person's.
    pub is_by_hand: bool,
}

impl Session {
    /// A person plays.
    pub fn play(game: Box<dyn Playable>) -> Self {
        Self { game, mode: Mode::Play, is_by_hand: true }
    }

    /// An agent plays.
    pub fn watch(mut game: Box<dyn Playable>, agent: &str, seconds: f64) -> anyhow::Result<Self> {
        game.ask_agent(agent, seconds)?;
        let mode = Mode::Watch { is_paused: false, speed: 2, waited: Duration::ZERO };
        Ok(Self { game, mode, is_by_hand: false })
    }

    /// The keys that do something now.
    pub fn keys(&self) -> &'static [(&'static str, &'static str)] {
        if self.mode == Mode::Play { PLAY_KEYS } else { WATCH_KEYS }
    }

    /// The line at the foot of the screen.
    pub fn foot(&self) -> String {
        match self.mode {
            Mode::Play => {
                "arrows move and turn  space drop  IOTSZJL piece  u undo  h hint  ? keys  q back".into()
            }
            Mode::Watch { is_paused, speed, .. } => {
                let state = if is_paused { "paused" } else { "playing" };
                format!(
                    "{state}, {} moves/s  space pause  . step  +- speed  t take over  ? keys  q back",
                    SPEEDS[speed]
                )
            }
        }
    }

    /// Does what a key means.
    pub fn key(&mut self, key: KeyEvent) {
        match self.mode {
            Mode::Play => {
                if let Some(input) = input_of(key) {
                    self.game.act(input);
                }
            }
            Mode::Watch { .. } => self.watch_key(key),
        }
    }

    fn watch_key(&mut self, key: KeyEvent) {
        let Mode::Watch { is_paused, speed, waited } = &mut self.mode else { return };
        match key.code {
            KeyCode::Char(' ') => *is_paused = !*is_paused,
            KeyCode::Char('+' | '=') => *speed = (*speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => *speed = speed.saturating_sub(1),
            KeyCode::Char('.') | KeyCode::Right => {
                *is_paused = true;
                self.game.play_agent_move();
            }
            KeyCode::Char(',') | KeyCode::Left => {
                *is_paused = true;
                self.game.act(PlayerInput::Undo);
            }
            KeyCode::Char('r') => {
                *waited = Duration::ZERO;
                self.game.act(PlayerInput::Restart);
            }
            KeyCode::Char('t') => self.mode = Mode::Play,
            _ => {}
        }
    }

    /// Lets time pass; whether anything changed.
    pub fn pass(&mut self, time: Duration) -> bool {
        let mut changed = self.game.pass(time);
        if let Mode::Watch { is_paused: false, speed, waited } = &mut self.mode {
            *waited += time;
            if waited.as_secs_f64() >= 1.0 / SPEEDS[*speed] {
                *waited = Duration::ZERO;
                changed |= self.game.play_agent_move() == AgentTurn::Played;
            }
        }
        changed
    }
}

/// What a key means to a player.
fn input_of(key: KeyEvent) -> Option<PlayerInput> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('r') if is_control => PlayerInput::Redo,
        KeyCode::Char('z') if is_control => PlayerInput::Undo,
        _ if is_control => return None,
        KeyCode::Left | KeyCode::Char('a' | 'A') => PlayerInput::Left,
        KeyCode::Right | KeyCode::Char('d' | 'D') => PlayerInput::Right,
        KeyCode::Up | KeyCode::Char('w' | 'W') => PlayerInput::Turn,
        KeyCode::Char('x' | 'X') => PlayerInput::TurnBack,
        KeyCode::Tab => PlayerInput::Next,
        KeyCode::BackTab => PlayerInput::Previous,
        KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => PlayerInput::Drop,
        KeyCode::Backspace | KeyCode::Char('u' | 'U') => PlayerInput::Undo,
        KeyCode::Char('y' | 'Y') => PlayerInput::Redo,
        KeyCode::Char('h' | 'H') => PlayerInput::Hint,
        KeyCode::Char('r' | 'R') => PlayerInput::Restart,
        KeyCode::Char(letter) => {
            let piece = Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase());
            PlayerInput::Choose(piece?)
        }
        _ => return None,
    })
}
