//! `tetreach tune`: weights for players.

mod classic;
mod folder;
mod guideline;

use clap::Subcommand;

use super::CommandOutcome;

/// For which game.
#[derive(Debug, Subcommand)]
pub enum Tune {
    /// Tetris with given pieces: weights of features.
    Classic(classic::ClassicTuneArgs),
    /// Guideline Tetris: weights of the bot.
    Guideline(guideline::GuidelineTuneArgs),
}

impl Tune {
    /// Searches and writes.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            Tune::Classic(classic) => classic.run(),
            Tune::Guideline(guideline) => guideline.run(),
        }
    }
}
