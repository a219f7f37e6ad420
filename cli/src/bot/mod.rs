//! `tetreach bot`: agents that speak a protocol on standard input and output.

mod referee;
mod tbp;

use clap::Subcommand;

use super::CommandOutcome;

/// Speaks a protocol on standard input and output.
#[derive(Debug, Subcommand)]
pub enum BotArgs {
    /// Plays Tetress for a referee, line by line.
    Referee(referee::RefereeArgs),
    /// Guideline Tetris by the Tetris Bot Protocol.
    Tbp(tbp::Tbp),
}

impl BotArgs {
    /// Answers until the input ends.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            BotArgs::Referee(referee) => referee.run(),
            BotArgs::Tbp(tbp) => tbp.run(),
        }
    }
}
