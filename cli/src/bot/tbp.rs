//! `tetreach bot tbp`

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tetreach::game::guideline::GuidelinePreset;
use tetreach::guideline::bot::{BotBudget, BotJudge, PlacementBeam};
use tetreach::guideline::tbp;
use tetreach::guideline::value::GuidelineNetwork;

use crate::CommandOutcome;
use crate::lookahead::LookaheadArgs;

/// How the bot plays.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  printf '{\"type\":\"rules\"}\\n{\"type\":\"quit\"}\\n' | tetreach bot tbp")]
pub struct Tbp {
    /// The rules: ppt or tetrio.
    #[arg(long, value_name = "NAME", default_value_t = GuidelinePreset::Ppt)]
    preset: GuidelinePreset,
    /// Milliseconds from a request to its answer.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// Positions expanded per piece, in the place of a time; makes answers repeatable.
    #[arg(long, value_name = "N")]
    expansions: Option<u64>,
    /// A run of guideline Tetris whose learned value judges the positions, in the place of hand-set weights.
    #[arg(long, value_name = "RUN")]
    network: Option<PathBuf>,
    #[command(flatten)]
    lookahead: LookaheadArgs,
}

impl Tbp {
    /// Plays until the front end ends it.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let Tbp { preset, millis, expansions, network, lookahead } = self;
        anyhow::ensure!(
            network.is_none() || !lookahead.is_on(),
            "--lookahead judges by weights: give it without --network"
        );
        let budget = expansions.map_or(BotBudget::Time(Duration::from_millis(millis)), BotBudget::Expansions);
        let judge = match network {
            Some(run) => BotJudge::from(&GuidelineNetwork::load(&run, preset.rules())?),
            None => BotJudge::default(),
        };
        let log = |line: &str| eprintln!("{line}");
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        let beam = PlacementBeam::new(preset.rules(), judge).with_lookahead(lookahead.settings());
        tbp::serve(input, output, log, beam, budget)?;
        Ok(CommandOutcome::Done)
    }
}
