//! A training run in another process, or on another machine's disk: its curves, its newest numbers, and games by its
//! newest weights.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::Value;
use tetreach::text::short;
use tetreach_agents::record::read_metrics;
use tetreach_agents::store::run_dir::METRICS;

use super::controls::KeyTable;
use super::live::LiveGame;

/// Keys of the view.
const RUN_KEYS: KeyTable = &[
    ("up down", "another number"),
    ("g", "games by the newest weights, or curves"),
    ("p", "parameters of the run, or curves"),
    ("s", "curves over steps or seconds"),
    ("+ -", "targets of the games: more pieces, fewer"),
    ("space", "let the games pause, go on"),
    ("c", "other colours"),
    ("q / esc", "back"),
];

/// Keys of the view of a run that this process trains.
const TRAINING_KEYS: KeyTable = &[
    ("up down", "another number"),
    ("g", "games by the newest weights, or curves"),
    ("p", "parameters of the run, or curves"),
    ("s", "curves over steps or seconds"),
    ("+ -", "targets of the games: more pieces, fewer"),
    ("space", "let the games pause, go on"),
    ("x / Ctrl-C", "stop training and save; --resume goes on"),
    ("c", "other colours"),
    ("q / esc", "leave the view; training goes on"),
];

/// What trains the run that is shown.
pub trait TrainingHost: Debug + Send {
    /// Whether it has finished, or was stopped.
    fn is_over(&self) -> bool;

    /// Asks it to stop and save.
    fn stop(&self);

    /// Whether it was asked to.
    fn is_stopping(&self) -> bool;
}

/// What is shown beside the list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPane {
    /// The curve of the chosen number.
    Curve,
    /// A game by the newest weights.
    Game,
    /// The settings of the run.
    Parameters,
}

/// Numbers of the line above everything, with what they are called there.
const HEADLINE: [(&str, &str); 7] = [
    ("charts/environment_steps", "env steps"),
    ("charts/SPS", "env steps/s"),
    ("charts/updates_per_second", "updates/s"),
    ("replay/size", "buffer"),
    ("losses/total_loss", "loss"),
    ("rollout/success_rate", "success"),
    ("eval/success_rate", "eval"),
];

/// Time between two looks at the file.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Tags that come first.
const FIRST: [&str; 3] = ["eval/", "rollout/", "losses/"];

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Gradient steps.
    pub step: f64,
    /// Seconds.
    pub seconds: f64,
    /// The number.
    pub value: f64,
}

/// A run as it is on disk.
#[derive(Debug)]
pub struct RunView {
    /// Its name.
    pub name: String,
    /// The curves by tag, in the order in which they are shown.
    pub curves: Vec<(String, Vec<CurvePoint>)>,
    /// The curve that is drawn.
    pub chosen: usize,
    /// Whether curves are drawn over seconds.
    pub is_over_seconds: bool,
    /// What is shown beside the list.
    pub pane: RunPane,
    /// The parameters that are scrolled past.
    pub scrolled: u16,
    /// Games by the newest weights.
    pub live: LiveGame,
    /// Whether the games wait.
    pub is_paused: bool,
    /// The settings of the run, by path.
    pub parameters: Vec<(String, String)>,
    /// How the run ended, if it did.
    pub end: Option<String>,
    /// What trains the run, where that is this process.
    pub host: Option<Box<dyn TrainingHost>>,
    file: PathBuf,
    length: u64,
    waited: Duration,
}

impl RunView {
    /// The run in this folder.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join(METRICS);
        if !file.is_file() {
            bail!("{} is no run folder: it has no {METRICS}", folder.display());
        }
        let name =
            folder.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy().into_owned());
        let mut view = Self {
            name,
            curves: Vec::new(),
            chosen: 0,
            is_over_seconds: false,
            pane: RunPane::Curve,
            scrolled: 0,
            live: LiveGame::start(folder)?,
            is_paused: false,
            parameters: Vec::new(),
            end: None,
            host: None,
            file,
            length: 0,
            waited: Duration::ZERO,
        };
        view.read()?;
        if let Some(level) = view.newest("rollout/curriculum_level") {
            view.live.set_pieces(level.round() as usize);
        }
        Ok(view)
    }

    /// The newest value of a number.
    fn newest(&self, tag: &str) -> Option<f64> {
        let curve = self.curves.iter().find(|(name, _)| name == tag);
        curve.and_then(|(_, points)| points.last()).map(|point| point.value)
    }

    /// Where the run stands, in one line.
    pub fn headline(&self) -> String {
        let step = self.curves.iter().filter_map(|(_, points)| points.last()).map(|point| point.step);
        let mut parts = vec![format!("step {}", short(step.fold(0.0, f64::max)))];
        for (tag, name) in HEADLINE {
            if let Some(value) = self.newest(tag) {
                let is_rate = name == "success" || name == "eval";
                parts.push(if is_rate {
                    format!("{name} {:.0} %", 100.0 * value)
                } else {
                    format!("{name} {}", short(value))
                });
            }
        }
        parts.join("  ")
    }

    /// Reads the file if it has grown; whether it had.
    fn read(&mut self) -> anyhow::Result<bool> {
        let cannot = || format!("cannot read {}", self.file.display());
        let length = fs::metadata(&self.file).with_context(cannot)?.len();
        if length == self.length {
            return Ok(false);
        }
        let lines = read_metrics(&self.file)?;
        self.length = length;
        let mut curves: BTreeMap<(usize, String), Vec<CurvePoint>> = BTreeMap::new();
        self.end = None;
        for line in &lines {
            for tag in line.entries.keys() {
                if let Some(value) = line.scalar(tag).filter(|value| value.is_finite()) {
                    let place = FIRST.iter().position(|first| tag.starts_with(first)).unwrap_or(FIRST.len());
                    let point = CurvePoint { step: line.step as f64, seconds: line.seconds, value };
                    curves.entry((place, tag.clone())).or_default().push(point);
                }
            }
            if let Some(settings) = line.entries.get("settings").and_then(Value::as_object) {
                self.parameters = settings.iter().map(|(path, value)| (path.clone(), plain(value))).collect();
            }
            if let Some(end) = line.entries.get("end").and_then(|end| end.as_str()) {
                self.end = Some(end.to_owned());
            }
        }
        let chosen = self.curves.get(self.chosen).map(|(tag, _)| tag.clone());
        self.curves = curves.into_iter().map(|((_, tag), points)| (tag, points)).collect();
        // New curves may come in between.
        self.chosen = self.curves.iter().position(|(tag, _)| Some(tag) == chosen.as_ref()).unwrap_or(0);
        Ok(true)
    }

    /// Does what a key means.
    pub fn key(&mut self, key: KeyEvent) {
        let last = self.curves.len().saturating_sub(1);
        let is_scrolled = self.pane == RunPane::Parameters;
        match key.code {
            KeyCode::Up if is_scrolled => self.scrolled = self.scrolled.saturating_sub(1),
            KeyCode::Down if is_scrolled => {
                self.scrolled = (self.scrolled + 1).min(self.parameters.len().saturating_sub(1) as u16);
            }
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Char('s') => self.is_over_seconds = !self.is_over_seconds,
            KeyCode::Char('p') => self.turn_to(RunPane::Parameters),
            KeyCode::Char('g') => self.turn_to(RunPane::Game),
            KeyCode::Char('+' | '=') => self.change_pieces(|pieces| pieces + 1),
            KeyCode::Char('-') => self.change_pieces(|pieces| pieces.saturating_sub(1)),
            KeyCode::Char('x') => self.stop(),
            KeyCode::Char(' ') => self.is_paused = !self.is_paused,
            _ => {}
        }
    }

    fn change_pieces(&mut self, change: impl Fn(usize) -> usize) {
        if let Some(pieces) = self.live.pieces() {
            self.live.set_pieces(change(pieces));
        }
    }

    /// Whether this process trains the run, and has finished.
    pub fn is_over(&self) -> bool {
        self.host.as_ref().is_some_and(|host| host.is_over())
    }

    /// Asks for the end of the run, if this process trains it.
    pub fn stop(&self) {
        if let Some(host) = &self.host {
            host.stop();
        }
    }

    /// The keys that do something.
    pub fn keys(&self) -> KeyTable {
        if self.host.is_some() { TRAINING_KEYS } else { RUN_KEYS }
    }

    /// The keys that the foot of the screen tells of.
    pub fn foot(&self) -> &'static str {
        match self.host {
            Some(_) => "up down choose  g games  p parameters  x stop, save  ? keys  q leave",
            None => "up down choose  g games  p parameters  s seconds  ? keys  q back",
        }
    }

    /// Whether the run goes on, in a word or two.
    pub fn state(&self) -> &str {
        let is_stopping = self.host.as_ref().is_some_and(|host| host.is_stopping());
        self.end.as_deref().unwrap_or(if is_stopping { "stopping" } else { "running" })
    }

    fn turn_to(&mut self, pane: RunPane) {
        self.pane = if self.pane == pane { RunPane::Curve } else { pane };
    }

    /// Lets time pass; whether there is something new. A file that cannot be read just now is read later.
    pub fn pass(&mut self, time: Duration) -> bool {
        let changed = !self.is_paused && self.live.pass(time);
        self.waited += time;
        if self.waited < LOOK_EVERY {
            return changed;
        }
        self.waited = Duration::ZERO;
        self.read().unwrap_or(false) || changed
    }
}

/// A setting as one would type it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
