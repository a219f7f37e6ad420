//! A list to choose from.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::controls::KeyTable;
use super::games::GameStart;

/// Keys of a list.
pub const MENU_KEYS: KeyTable = &[
    ("up down", "move"),
    ("home end", "first, last"),
    ("1 to 9", "choose by number"),
    ("enter", "choose"),
    ("c", "other colours"),
    ("q / esc", "back, or leave"),
];

/// What an item leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// The agents of a game, to watch one.
    Agents {
        /// The game.
        game: &'static str,
    },
    /// The levels of a game, to play it or to watch an agent.
    Levels {
        /// The game.
        game: &'static str,
        /// Who plays; nobody but the person if left out.
        agent: Option<String>,
    },
    /// A game begins.
    Begin {
        /// The game.
        game: &'static str,
        /// How it begins.
        start: GameStart,
        /// Who plays; nobody but the person if left out.
        agent: Option<String>,
    },
    /// A training run is shown.
    Run {
        /// Its folder.
        folder: PathBuf,
    },
    /// The end.
    Leave,
}

/// A list with one item chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What it lists.
    pub title: String,
    /// The items.
    pub items: Vec<(String, MenuChoice)>,
    /// The chosen one.
    pub chosen: usize,
}

impl Menu {
    /// A list with its first item chosen.
    pub fn new(title: impl Into<String>, items: Vec<(String, MenuChoice)>) -> Self {
        Self { title: title.into(), items, chosen: 0 }
    }

    /// Does what a key means; the choice once it is made.
    pub fn key(&mut self, key: KeyEvent) -> Option<MenuChoice> {
        let last = self.items.len().saturating_sub(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(10),
            KeyCode::PageDown => self.chosen = (self.chosen + 10).min(last),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if index <= last {
                    self.chosen = index;
                    return self.choice();
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.choice(),
            _ => {}
        }
        None
    }

    fn choice(&self) -> Option<MenuChoice> {
        self.items.get(self.chosen).map(|(_, choice)| choice.clone())
    }
}
