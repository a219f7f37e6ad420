//! The state of the playground: which screen is shown, and what a key or the time does to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tetreach_agents::store::run_dir::METRICS;

use super::controls::KeyTable;
use super::demonstration::append;
use super::game::Playable;
use super::games::{self, GAMES, GameStart};
use super::menu::{MENU_KEYS, Menu, MenuChoice};
use super::palette::Palette;
use super::run_view::RunView;
use super::session::Session;

/// What is shown.
#[derive(Debug)]
pub enum Screen {
    /// A list.
    Menu(Menu),
    /// A game.
    Session(Session),
    /// A training run.
    Run(Box<RunView>),
}

/// How games begin.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where games by hand are recorded.
    pub record: Option<PathBuf>,
    /// How long an agent may think, if not as long as is usual in its game.
    pub seconds: Option<f64>,
    /// The seed of games that begin from the menu.
    pub seed: u64,
    /// Where training runs are looked for.
    pub runs: PathBuf,
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
    pub fn main_menu(runs: &Path) -> Screen {
        let mut items = Vec::new();
        for game in GAMES {
            let play = MenuChoice::Levels { game: game.name, agent: None };
            items.push((format!("Play {}: {}", game.name, game.summary), play));
        }
        for game in GAMES {
            items
                .push((format!("Watch an agent play {}", game.name), MenuChoice::Agents { game: game.name }));
        }
        for folder in newest_runs(runs) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            items.push((format!("Watch the training run {name}"), MenuChoice::Run { folder }));
        }
        items.push(("Leave".to_owned(), MenuChoice::Leave));
        Screen::Menu(Menu::new("tetreach", items))
    }

    /// The list of who can be watched.
    pub fn agents(game: &'static str) -> anyhow::Result<Screen> {
        let entry = games::entry(game)?;
        let agents = (entry.agents)();
        let chosen = agents.iter().position(|agent| agent.name == entry.agent).unwrap_or(0);
        let items = agents.into_iter().map(|agent| {
            let flags = agent.capabilities.to_string();
            let flags = if flags.is_empty() { flags } else { format!("({flags}) ") };
            let title = format!("{:<20} {flags}{}", agent.name, agent.summary);
            (title, MenuChoice::Levels { game, agent: Some(agent.name) })
        });
        let menu = Menu::new(format!("Watch {game}: which agent?"), items.collect());
        Ok(Screen::Menu(Menu { chosen, ..menu }))
    }

    /// The list of what can be played or watched in a game.
    pub fn levels(game: &'static str, agent: Option<&str>, seed: u64) -> anyhow::Result<Screen> {
        let items = (games::entry(game)?.levels)().into_iter().map(|level| {
            let start = GameStart { seed, ..level.start };
            (level.title, MenuChoice::Begin { game, start, agent: agent.map(str::to_owned) })
        });
        let verb = agent.map_or_else(|| "Play".to_owned(), |agent| format!("Watch {agent} play"));
        Ok(Screen::Menu(Menu::new(format!("{verb} {game}: which one?"), items.collect())))
    }

    /// A game that begins, by hand unless an agent is named.
    pub fn begin(
        game: &str,
        start: &GameStart,
        seconds: Option<f64>,
        agent: Option<&str>,
    ) -> anyhow::Result<Screen> {
        let entry = games::entry(game)?;
        let game: Box<dyn Playable> = (entry.begin)(start)?;
        Ok(Screen::Session(match agent {
            Some(agent) => Session::watch(game, agent, seconds.unwrap_or(entry.seconds))?,
            None => Session::play(game),
        }))
    }

    /// What is shown; nothing once the playground is left.
    pub fn screen(&self) -> Option<&Screen> {
        self.screens.last()
    }

    /// The keys of what is shown.
    pub fn keys(&self) -> KeyTable {
        match self.screen() {
            Some(Screen::Session(session)) => session.keys(),
            Some(Screen::Run(run)) => run.keys(),
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
        if matches!(self.screen(), Some(Screen::Run(run)) if run.is_over()) {
            self.leave();
            return true;
        }
        // Nothing falls while somebody reads the keys.
        if self.shows_help {
            return false;
        }
        match self.screens.last_mut() {
            Some(Screen::Session(session)) => session.pass(time),
            Some(Screen::Run(run)) => run.pass(time),
            _ => false,
        }
    }

    /// Leaves everything because the user wants the program to end: a training of this process too.
    pub fn interrupt(&mut self) {
        if let Some(Screen::Run(run)) = self.screen() {
            run.stop();
        }
        self.leave();
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
            return self.interrupt();
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
            Some(MenuChoice::Agents { game }) => Self::agents(game),
            Some(MenuChoice::Levels { game, agent }) => {
                Self::levels(game, agent.as_deref(), self.options.seed)
            }
            Some(MenuChoice::Begin { game, start, agent }) => {
                Self::begin(game, &start, self.options.seconds, agent.as_deref())
            }
            Some(MenuChoice::Run { folder }) => RunView::open(&folder).map(|run| Screen::Run(Box::new(run))),
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
        if let Some(game) = session.game.played()
            && let Err(error) = append(file, &game)
        {
            self.notice = Some(format!("{error:#}"));
        }
    }
}

/// Runs that the menu offers.
const MENU_RUNS: usize = 5;

/// The folders of the newest runs.
fn newest_runs(runs: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(runs).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let changed = std::fs::metadata(entry.path().join(METRICS)).ok()?.modified().ok()?;
            Some((changed, entry.path()))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, folder)| folder).take(MENU_RUNS).collect()
}
