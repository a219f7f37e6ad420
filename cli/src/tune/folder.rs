//! The folder of a tuning run: what it found, how it got there, and how to go on.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::write_file;
use tetreach::text::short;
use tetreach::tune::TuneRun;

/// Where a run is kept, and for how long it goes on.
#[derive(Debug, Args)]
pub struct TuneFolder {
    /// Seconds to spend.
    #[arg(long, default_value_t = 60.0, value_parser = seconds)]
    seconds: f64,
    /// The folder for what is found.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Goes on with the run in the folder.
    #[arg(long)]
    resume: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if f64::is_finite(seconds) && seconds > 0.0 => Ok(seconds),
        _ => Err(format!("--seconds must be a number above 0, not {text}")),
    }
}

impl TuneFolder {
    /// The run to go on with, or the new one.
    pub fn begin(&self, fresh: TuneRun) -> anyhow::Result<TuneRun> {
        let state = self.out.join("state.json");
        if !self.resume {
            if state.exists() {
                bail!(
                    "{} holds a run already: add --resume to go on with it, or name another folder",
                    self.out.display()
                );
            }
            return Ok(fresh);
        }
        let text = fs::read_to_string(&state).with_context(|| format!("cannot read {}", state.display()))?;
        let run: TuneRun = serde_json::from_str(&text).map_err(|error| {
            anyhow::anyhow!("{}, line {}: it is no state of a run: {error}", state.display(), error.line())
        })?;
        let is_same = run.features == fresh.features
            && run.rules == fresh.rules
            && std::mem::discriminant(&run.optimiser) == std::mem::discriminant(&fresh.optimiser);
        if !is_same {
            bail!(
                "{} is a run with another method, other features or other rules: give the same ones",
                state.display()
            );
        }
        Ok(run)
    }

    /// Advances round by round until the time is over or a round is cancelled; `round` says what came out of it.
    pub fn advance(&self, run: &mut TuneRun, mut round: impl FnMut(&mut TuneRun) -> Option<String>) {
        let started = Instant::now();
        let bar = self.bar();
        while started.elapsed().as_secs_f64() < self.seconds {
            let Some(result) = round(run) else { break };
            bar.set_position(started.elapsed().as_secs());
            bar.set_message(format!("round {}, {result}", run.rounds.len()));
        }
        bar.finish_and_clear();
    }

    /// Writes weights, curves and the state; `result` says what the rounds' results are.
    pub fn write(&self, run: &TuneRun, weights: &str, result: &str) -> anyhow::Result<()> {
        fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        write_file(&self.out.join("weights.toml"), weights.as_bytes())?;
        write_file(&self.out.join("curve.svg"), run.curve(result).as_bytes())?;
        write_file(&self.out.join("weights.svg"), run.trends().as_bytes())?;
        write_file(&self.out.join("state.json"), serde_json::to_string(run)?.as_bytes())
    }

    /// What weights came out of, in one line.
    pub fn comment(&self, run: &TuneRun, method: &impl std::fmt::Display) -> String {
        let (rounds, placements) = (run.rounds.len(), short(run.placements() as f64));
        format!("{method}, {}, seed {}, {rounds} rounds, {placements} placements", run.rules, run.seed)
    }

    fn bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(self.seconds.ceil() as u64), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} s, {msg}, {eta} to go");
        bar.set_style(style.expect("invariant: the template is well-formed"));
        bar.enable_steady_tick(Duration::from_millis(500));
        bar
    }
}
