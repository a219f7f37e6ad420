//! The state of the playground: which screen is shown, and what a key or the time does to it.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::demonstration::append;
use super::game::Playable;
use super::games::{self, GAMES, GameStart};
use super::menu::{MENU_KEYS, Menu, MenuChoice};
use super::palette::Palette;
use super::run_view::{RUN_KEYS, RunView};
use super::session::Session;

/// What is shown.
#[derive(Debug)]
pub enum Screen {
    /// A list.
    Menu(Menu),
    /// A game.
    Session(Session),
    /// A training run.
    Run(RunView),
}

/// How games begin.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where games by hand are recorded.
    pub record: Option<PathBuf>,
    /// Who plays when one watches.
    pub agent: String,
    /// How long it may think.
    pub seconds: f64,
}

/// The playground.
#[derive(Debug)]
pub struct App {
    /// What is shown, above what it was called from.
    screens: Vec<Screen>,
    /// How cells look.
    pub palette: Palette,
    /// Whether the keys are shown.
    pub shows_help: bool,
    /// A sentence about the last thing that went wrong.
    pub notice: Option<String>,
    options: Options,
}

impl App {
    /// The playground with this screen.
    pub fn new(screen: Screen, palette: Palette, options: Options) -> Self {
        Self { screens: vec![screen], palette, shows_help: false, notice: None, options }
    }

    /// The first list.
    pub fn main_menu() -> Screen {
        let mut items = Vec::new();
        for game in GAMES {
            let levels = |is_watched| MenuChoice::Levels { game: game.name, is_watched };
            items.push((format!("Play {}: {}", game.name, game.summary), levels(false)));
            items.push((format!("Watch an agent play {}", game.name), levels(true)));
        }
        items.push(("Leave".to_owned(), MenuChoice::Leave));
        Screen::Menu(Menu::new("tetreach", items))
    }

    /// The list of what can be played or watched in a game.
    pub fn levels(game: &'static str, is_watched: bool) -> anyhow::Result<Screen> {
        let begin = |level: String| (level.clone(), MenuChoice::Begin { game, level, is_watched });
        let items = (games::entry(game)?.levels)().into_iter().map(begin).collect();
        let verb = if is_watched { "Watch" } else { "Play" };
        Ok(Screen::Menu(Menu::new(format!("{verb} {game}: which one?"), items)))
    }

    /// A game that begins.
    pub fn begin(
        game: &str,
        level: Option<String>,
        options: &Options,
        is_watched: bool,
    ) -> anyhow::Result<Screen> {
        let game: Box<dyn Playable> = (games::entry(game)?.begin)(&GameStart { level })?;
        Ok(Screen::Session(if is_watched {
            Session::watch(game, &options.agent, options.seconds)?
        } else {
            Session::play(game)
        }))
    }

    /// What is shown; nothing once the playground is left.
    pub fn screen(&self) -> Option<&Screen> {
        self.screens.last()
    }

    /// The keys of what is shown.
    pub fn keys(&self) -> &'static [(&'static str, &'static str)] {
        match self.screen() {
            Some(Screen::Session(session)) => session.keys(),
            Some(Screen::Run(_)) => RUN_KEYS,
            _ => MENU_KEYS,
        }
    }

    /// Takes an event of the terminal; whether something may have changed.
    pub fn update(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Resize(..) => {}
            _ => return false,
        }
        true
    }

    /// Lets time pass; whether something changed.
    pub fn pass(&mut self, time: Duration) -> bool {
        match self.screens.last_mut() {
            Some(Screen::Session(session)) => session.pass(time),
            Some(Screen::Run(run)) => run.pass(time),
            _ => false,
        }
    }

    /// Leaves everything, and records what was played.
    pub fn leave(&mut self) {
        while !self.screens.is_empty() {
            self.back();
        }
    }

    fn key(&mut self, key: KeyEvent) {
        self.notice = None;
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.leave();
        }
        if self.shows_help {
            self.shows_help = false;
            return;
        }
        match key.code {
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Char('c') => self.palette = self.palette.next(),
            KeyCode::Char('q') | KeyCode::Esc => self.back(),
            _ => self.screen_key(key),
        }
    }

    fn screen_key(&mut self, key: KeyEvent) {
        let choice = match self.screens.last_mut() {
            Some(Screen::Menu(menu)) => menu.key(key),
            Some(Screen::Session(session)) => {
                session.key(key);
                None
            }
            Some(Screen::Run(run)) => {
                run.key(key);
                None
            }
            None => None,
        };
        let next = match choice {
            None => return,
            Some(MenuChoice::Leave) => return self.leave(),
            Some(MenuChoice::Levels { game, is_watched }) => Self::levels(game, is_watched),
            Some(MenuChoice::Begin { game, level, is_watched }) => {
                Self::begin(game, Some(level), &self.options, is_watched)
            }
        };
        match next {
            Ok(screen) => self.screens.push(screen),
            Err(error) => self.notice = Some(format!("{error:#}")),
        }
    }

    /// Goes back to what this screen was called from.
    fn back(&mut self) {
        let Some(Screen::Session(session)) = self.screens.pop() else { return };
        let Some(file) = self.options.record.as_ref().filter(|_| session.is_by_hand) else { return };
        if let Some(line) = session.game.demonstration()
            && let Err(error) = append(file, &line)
        {
            self.notice = Some(format!("{error:#}"));
        }
    }
}
