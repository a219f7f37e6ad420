//! `tetreach tune classic`: weights of features by playing.

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use tetreach_agents::optimise::{Optimiser, OptimiserMethod};

use super::folder::TuneFolder;
use crate::CommandOutcome;
use crate::classic_rules::RulesArgs;
use crate::output::print;
use crate::progress::cancel_on_interrupt;
use tetreach::classic::tune::Tuning;
use tetreach::classic::{GameLimit, written_weights};
use tetreach::game::classic::{Feature, FeatureSet, WeightsPreset};
use tetreach::text::duration;

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
    /// Seed of the search and of the pieces.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    folder: TuneFolder,
}

impl ClassicTuneArgs {
    /// Searches, writes and prints the weights.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        if !(self.spread.is_finite() && self.spread > 0.0) {
            bail!("--spread must be a number above 0, not {}", self.spread);
        }
        let task = self.rules.task()?;
        let features = self.features.features(task.rules.size().width());
        let cancel = cancel_on_interrupt()?;
        let is_cancelled = || cancel.is_cancelled();
        let limit = GameLimit { placements: self.placements.max(1), is_cancelled: &is_cancelled };
        let tuning = Tuning { task: &task, features: &features, games: self.games.get(), limit };
        let start = self.starting_weights(&features)?;
        let mut fresh = tuning.begin(self.rules.describe(&task), self.method, start, self.spread, self.seed);
        if let Optimiser::FiniteDifference(slope) = &mut fresh.optimiser {
            slope.rate = self.rate;
        }
        let mut run = self.folder.begin(fresh)?;
        let started = Instant::now();
        self.folder.advance(&mut run, |run| {
            let round = tuning.advance(run)?;
            Some(format!("mean {:.0}, best {:.0} lines per game", round.mean, round.best))
        });
        let comment = self.folder.comment(&run, &self.method);
        let weights = written_weights(&tuning.weights(&run), &comment);
        self.folder.write(&run, &weights, "lines per game")?;
        print(&weights)?;
        eprintln!("{comment} in {}", duration(started.elapsed().as_secs_f64()));
        Ok(if cancel.is_cancelled() { CommandOutcome::Failed } else { CommandOutcome::Done })
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
}
