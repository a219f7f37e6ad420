//! `tetreach perft`: exact path counts that anyone can check.

mod guideline;
mod tetress;

use clap::Subcommand;

use super::CommandOutcome;

/// What to count.
#[derive(Debug, Subcommand)]
pub enum PerftArgs {
    /// Placements of a queue of pieces in guideline Tetris.
    Guideline(guideline::GuidelinePerft),
    /// Sequences of moves of both players from the empty torus.
    #[command(after_help = "Example: tetreach perft tetress --depth 3 --format json")]
    Tetress(tetress::TetressPerftArgs),
}

impl PerftArgs {
    /// Counts and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            PerftArgs::Guideline(perft) => perft.run(),
            PerftArgs::Tetress(tetress) => tetress.run(),
        }
    }
}
