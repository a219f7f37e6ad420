//! `tetreach tune guideline`: weights of the bot by playing.

use std::time::Instant;

use anyhow::bail;
use clap::Args;
use tetreach_agents::optimise::OptimiserMethod;

use super::folder::TuneFolder;
use crate::CommandOutcome;
use crate::output::print;
use crate::progress::cancel_on_interrupt;
use tetreach::game::guideline::GuidelinePreset;
use tetreach::guideline::tune::BotTuning;
use tetreach::text::duration;

/// Finds weights of the bot by games in which all candidates of a round see the same pieces; what counts is lines sent.
///
/// The folder gets weights.toml, which `tournament guideline --weights` plays, the learning curve as curve.svg, the
/// weights over time as weights.svg, and state.json, from which --resume goes on. Weights are measured in units of
/// those set by hand.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach tune guideline --method cma --seconds 600 --out runs/bot
  tetreach tune guideline --method cma --seconds 600 --out runs/bot --resume
  tetreach tournament guideline --agents bot --weights runs/bot/weights.toml --expansions 300")]
pub struct GuidelineTuneArgs {
    /// How: finite-difference, cross-entropy, cma, genetic, annealing or simplex.
    #[arg(long, value_name = "NAME", default_value_t = OptimiserMethod::Cma)]
    method: OptimiserMethod,
    /// The rules: ppt, tetrio or alphatetris.
    #[arg(long, value_name = "NAME", default_value_t = GuidelinePreset::Ppt)]
    preset: GuidelinePreset,
    /// Positions expanded per piece.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    expansions: u64,
    /// Pieces of a game.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pieces: u32,
    /// Games of each candidate in a round.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    games: u16,
    /// How far around the start is searched first, 1 being as far as the weights themselves.
    #[arg(long, default_value_t = 0.2)]
    spread: f64,
    /// Seed of the search and of the pieces.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    folder: TuneFolder,
}

impl GuidelineTuneArgs {
    /// Searches, writes and prints the weights.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        if !(self.spread.is_finite() && self.spread > 0.0) {
            bail!("--spread must be a number above 0, not {}", self.spread);
        }
        let cancel = cancel_on_interrupt()?;
        let tuning = BotTuning {
            rules: self.preset.rules(),
            expansions: self.expansions,
            pieces: self.pieces,
            games: self.games.into(),
            is_cancelled: &|| cancel.is_cancelled(),
        };
        let rules = format!("{}, {} pieces, {} expansions", self.preset, self.pieces, self.expansions);
        let mut run = self.folder.begin(tuning.begin(rules, self.method, self.spread, self.seed))?;
        let started = Instant::now();
        self.folder.advance(&mut run, |run| {
            let round = tuning.advance(run)?;
            Some(format!("mean {:.1}, best {:.1} lines sent per game", round.mean, round.best))
        });
        let comment = self.folder.comment(&run, &self.method);
        let weights = format!("# {comment}\n{}", toml::to_string(&tuning.weights(&run))?);
        self.folder.write(&run, &weights, "lines sent per game")?;
        print(&weights)?;
        eprintln!("{comment} in {}", duration(started.elapsed().as_secs_f64()));
        Ok(if cancel.is_cancelled() { CommandOutcome::Failed } else { CommandOutcome::Done })
    }
}
