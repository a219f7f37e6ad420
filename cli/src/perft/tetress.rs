//! `tetreach perft tetress`

use clap::Args;
use serde_json::json;

use crate::CommandOutcome;
use crate::format::Format;
use crate::output::print;
use tetreach::game::tetress::{TetressPosition, perft_by_symmetry};

/// What to count.
#[derive(Debug, Args)]
pub struct TetressPerftArgs {
    /// The number of moves; each more takes about 300 times as long from 4 on.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=5))]
    depth: u32,
    /// How the number is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl TetressPerftArgs {
    /// Counts and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let nodes = perft_by_symmetry(&TetressPosition::START, self.depth);
        print(&match self.format {
            Format::Text => format!("{nodes}\n"),
            Format::Json => format!("{}\n", json!({ "nodes": nodes })),
        })?;
        Ok(CommandOutcome::Done)
    }
}
