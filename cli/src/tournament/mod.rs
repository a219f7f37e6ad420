//! `tetreach tournament`: agents of a game against each other.

mod classic;
mod guideline;
mod tetress;

use clap::Subcommand;

use super::CommandOutcome;

/// Lets agents of a game play against each other.
#[derive(Debug, Subcommand)]
pub enum TournamentArgs {
    /// Tetris with given pieces: lines per game by deaths per placement, with intervals.
    Classic(classic::ClassicTournamentArgs),
    /// Guideline Tetris: pieces, lines sent and clears by kind, each agent with the same games.
    Guideline(Box<guideline::GuidelineTournament>),
    /// A round robin of two-player games on a torus.
    Tetress(tetress::TetressTournamentArgs),
}

impl TournamentArgs {
    /// Plays and prints the results.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            TournamentArgs::Classic(classic) => classic.run(),
            TournamentArgs::Guideline(guideline) => guideline.run(),
            TournamentArgs::Tetress(tetress) => tetress.run(),
        }
    }
}

/// Reads a number of seconds that a program can wait.
pub fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (1e-3..=1e6).contains(seconds));
    seconds.ok_or("expected a number of seconds, 0.001 to 1000000")
}
