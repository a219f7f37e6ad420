//! `tetreach tune classic`: weights of features by playing.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tetreach_agents::optimise::{Optimiser, OptimiserMethod};

use crate::Outcome;
use crate::classic_rules::RulesArgs;
use crate::output::{print, write_file};
use crate::progress::cancel_on_interrupt;
use tetreach::classic::tune::{TuneRun, Tuning};
use tetreach::classic::{GameLimit, written_weights};
use tetreach::game::classic::{Feature, FeatureSet, WeightsPreset};
use tetreach::text::{duration, short};

/// Finds weights by games in which all candidates of a round see the same pieces.
///
/// The folder gets weights.toml, which `tournament` plays as weights:FOLDER/weights.toml, the learning curve as
/// curve.svg, the weights over time as weights.svg, and state.json, from which --resume goes on.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach tune classic --method cross-entropy --features dt --size 10x10 --seconds 600 --out runs/dt
  tetreach tune classic --method cma --features bcts --start bcts --spread 5 --seconds 600 --out runs/bcts
  tetreach tune classic --method finite-difference --features boehm --start alarfaj-initial --games 1 --out runs/a
  tetreach tune classic --method cma --features bcts --seconds 600 --out runs/bcts --resume")]
pub struct ClassicTuneArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// How: finite-difference, cross-entropy, cma, genetic, annealing or simplex.
    #[arg(long, value_name = "NAME")]
    method: OptimiserMethod,
    /// Which features: boehm, dellacherie, bcts, dt, bertsekas, alphatetris, sir-tet or nuno.
    #[arg(long, value_name = "SET")]
    features: FeatureSet,
    /// Published weights to start from; all 0 if left out.
    #[arg(long, value_name = "NAME")]
    start: Option<String>,
    /// How far around the start is searched first.
    #[arg(long, default_value_t = 1.0)]
    spread: f64,
    /// What slopes are multiplied by, for finite-difference.
    #[arg(long, default_value_t = 1e-5)]
    rate: f64,
    /// Games of each candidate in a round.
    #[arg(long, value_name = "N", default_value = "10")]
    games: NonZeroUsize,
    /// Placements after which a game is cut short.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    placements: u64,
    /// Seconds to spend.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Seed of the search and of the pieces.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder for what is found.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Goes on with the run in the folder.
    #[arg(long)]
    resume: bool,
}

impl ClassicTuneArgs {
    /// Searches, writes and prints the weights.
    pub fn run(self) -> anyhow::Result<Outcome> {
        if !(self.spread.is_finite() && self.spread > 0.0) {
            bail!("--spread must be a number above 0, not {}", self.spread);
        }
        if !(self.seconds.is_finite() && self.seconds > 0.0) {
            bail!("--seconds must be a number above 0, not {}", self.seconds);
        }
        let task = self.rules.task()?;
        let features = self.features.features(task.rules.size().width());
        let cancel = cancel_on_interrupt()?;
        let is_cancelled = || cancel.is_cancelled();
        let limit = GameLimit { placements: self.placements.max(1), is_cancelled: &is_cancelled };
        let tuning = Tuning { task: &task, features: &features, games: self.games.get(), limit };
        let mut run = self.first(&tuning, self.rules.describe(&task))?;
        let started = Instant::now();
        let bar = self.bar();
        while started.elapsed().as_secs_f64() < self.seconds {
            let Some(round) = run.advance(&tuning) else { break };
            let lines = format!("mean {:.0}, best {:.0} lines per game", round.mean, round.best);
            bar.set_position(started.elapsed().as_secs());
            bar.set_message(format!("round {}, {lines}", run.rounds.len()));
        }
        bar.finish_and_clear();
        self.write(&run, &features)?;
        print(&written_weights(&run.weights(&features), &self.comment(&run)))?;
        eprintln!("{} in {}", self.comment(&run), duration(started.elapsed().as_secs_f64()));
        Ok(if cancel.is_cancelled() { Outcome::Failed } else { Outcome::Done })
    }

    /// The run to go on with, or a new one.
    fn first(&self, tuning: &Tuning<'_>, rules: String) -> anyhow::Result<TuneRun> {
        let state = self.out.join("state.json");
        let start = self.starting_weights(tuning.features)?;
        let mut fresh = TuneRun::new(tuning, rules, self.method, start, self.spread, self.seed);
        if let Optimiser::FiniteDifference(slope) = &mut fresh.optimiser {
            slope.rate = self.rate;
        }
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

    fn starting_weights(&self, features: &[Feature]) -> anyhow::Result<Vec<f64>> {
        let Some(name) = &self.start else { return Ok(vec![0.0; features.len()]) };
        let names = WeightsPreset::ALL.map(WeightsPreset::name).join(", ");
        let preset = WeightsPreset::named(name);
        let weights =
            preset.with_context(|| format!("no weights are called `{name}`: choose {names}"))?.weights();
        let of = |feature: &Feature| {
            weights.terms.iter().find(|term| term.0 == *feature).map_or(0.0, |term| term.1)
        };
        if let Some((foreign, _)) = weights.terms.iter().find(|(feature, _)| !features.contains(feature)) {
            bail!("`{name}` has a weight for {foreign}, which `{}` does not have", self.features);
        }
        Ok(features.iter().map(of).collect())
    }

    fn write(&self, run: &TuneRun, features: &[Feature]) -> anyhow::Result<()> {
        fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let weights = written_weights(&run.weights(features), &self.comment(run));
        write_file(&self.out.join("weights.toml"), weights.as_bytes())?;
        write_file(&self.out.join("curve.svg"), run.curve().as_bytes())?;
        write_file(&self.out.join("weights.svg"), run.trends().as_bytes())?;
        write_file(&self.out.join("state.json"), serde_json::to_string(run)?.as_bytes())
    }

    fn comment(&self, run: &TuneRun) -> String {
        let (rounds, placements) = (run.rounds.len(), short(run.placements() as f64));
        format!("{}, {}, seed {}, {rounds} rounds, {placements} placements", self.method, run.rules, run.seed)
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
