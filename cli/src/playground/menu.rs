//! A list to choose from.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// Keys of a list.
pub const MENU_KEYS: &[(&str, &str)] = &[
    ("up down", "move"),
    ("home end", "first, last"),
    ("enter", "choose"),
    ("c", "other colours"),
    ("q / esc", "back, or leave"),
];

/// What an item leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// The levels of a game, to play it or to watch it.
    Levels {
        /// The game.
        game: &'static str,
        /// Whether an agent plays.
        is_watched: bool,
    },
    /// A game begins.
    Begin {
        /// The game.
        game: &'static str,
        /// The level.
        level: String,
        /// Whether an agent plays.
        is_watched: bool,
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
            KeyCode::Enter | KeyCode::Char(' ') => {
                return self.items.get(self.chosen).map(|(_, choice)| choice.clone());
            }
            _ => {}
        }
        None
    }
}
