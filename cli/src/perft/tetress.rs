//! `tetreach perft tetress`

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
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
    /// A board to count from: 11 lines of 11 cells, `r`, `b` or nothing between commas.
    #[arg(long, value_name = "FILE.csv")]
    board: Option<PathBuf>,
    /// The number of moves made before that board; after an even number red is to move.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "board")]
    turn: u8,
    /// How the number is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl TetressPerftArgs {
    /// Counts and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let start = match &self.board {
            None => TetressPosition::START,
            Some(path) => {
                let read = || path.display().to_string();
                let text = fs::read_to_string(path).with_context(read)?;
                TetressPosition::from_csv(&text, self.turn).with_context(read)?
            }
        };
        let nodes = perft_by_symmetry(&start, self.depth);
        print(&match self.format {
            Format::Text => format!("{nodes}\n"),
            Format::Json => format!("{}\n", json!({ "nodes": nodes })),
        })?;
        Ok(CommandOutcome::Done)
    }
}
