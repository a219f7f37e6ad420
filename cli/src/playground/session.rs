//! A game on the screen: played by hand or by an agent that can be stopped, stepped and taken over.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::controls::KeyTable;
use super::game::{AgentTurn, Playable, PlayerInput};

/// Moves per second of an agent, from slow to fast.
const SPEEDS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// Keys while an agent plays.
pub const WATCH_KEYS: KeyTable = &[
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
        /// Whether it makes one move although it waits.
        is_stepped: bool,
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
        let mode = Mode::Watch { is_paused: false, is_stepped: false, speed: 2, waited: Duration::ZERO };
        Ok(Self { game, mode, is_by_hand: false })
    }

    /// The keys that do something now.
    pub fn keys(&self) -> KeyTable {
        if self.mode == Mode::Play { self.game.controls().keys() } else { WATCH_KEYS }
    }

    /// The line at the foot of the screen.
    pub fn foot(&self) -> String {
        match self.mode {
            Mode::Play => self.game.controls().foot().into(),
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
                if let Some(input) = self.game.controls().input(key) {
                    self.game.act(input);
                }
            }
            Mode::Watch { .. } => self.watch_key(key),
        }
    }

    fn watch_key(&mut self, key: KeyEvent) {
        let Mode::Watch { is_paused, is_stepped, speed, waited } = &mut self.mode else { return };
        match key.code {
            KeyCode::Char(' ') => *is_paused = !*is_paused,
            KeyCode::Char('+' | '=') => *speed = (*speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => *speed = speed.saturating_sub(1),
            KeyCode::Char('.') | KeyCode::Right => {
                *is_paused = true;
                // An agent that still thinks makes its move once it has one.
                *is_stepped = self.game.play_agent_move() == AgentTurn::Thinks;
            }
            KeyCode::Char(',') | KeyCode::Left => {
                (*is_paused, *is_stepped) = (true, false);
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
        let mut changed = self.game.pass(time, self.mode == Mode::Play);
        let Mode::Watch { is_paused, is_stepped, speed, waited } = &mut self.mode else { return changed };
        *waited += time;
        let is_due = waited.as_secs_f64() >= 1.0 / SPEEDS[*speed];
        if *is_stepped || (is_due && !*is_paused) {
            let turn = self.game.play_agent_move();
            changed |= turn != AgentTurn::Thinks;
            if turn != AgentTurn::Thinks {
                (*is_stepped, *waited) = (false, Duration::ZERO);
            }
        }
        changed
    }
}
