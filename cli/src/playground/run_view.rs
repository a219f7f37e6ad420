//! A training run in another process, or on another machine's disk: its curves and newest numbers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use serde_json::Value;
use tetreach_agents::record::read_metrics;
use tetreach_agents::store::run_dir::METRICS;

/// Keys of the view.
pub const RUN_KEYS: &[(&str, &str)] = &[
    ("up down", "another number"),
    ("s", "over steps or seconds"),
    ("p", "parameters of the run, or curves"),
    ("c", "other colours"),
    ("q / esc", "back"),
];

/// Time between two looks at the file.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Tags that come first.
const FIRST: [&str; 3] = ["eval/", "rollout/", "loss/"];

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
    /// Whether the parameters are shown in place of a curve.
    pub shows_parameters: bool,
    /// The settings of the run, by path.
    pub parameters: Vec<(String, String)>,
    /// How the run ended, if it did.
    pub end: Option<String>,
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
            shows_parameters: false,
            parameters: Vec::new(),
            end: None,
            file,
            length: 0,
            waited: Duration::ZERO,
        };
        view.read()?;
        Ok(view)
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
        match key.code {
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.curves.len().saturating_sub(1)),
            KeyCode::Char('s') => self.is_over_seconds = !self.is_over_seconds,
            KeyCode::Char('p') => self.shows_parameters = !self.shows_parameters,
            _ => {}
        }
    }

    /// Lets time pass; whether there are new numbers. A file that cannot be read just now is read later.
    pub fn pass(&mut self, time: Duration) -> bool {
        self.waited += time;
        if self.waited < LOOK_EVERY {
            return false;
        }
        self.waited = Duration::ZERO;
        self.read().unwrap_or(false)
    }
}

/// A setting as one would type it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
