//! `tetreach inspect demo`: recorded placements, replayed.

use std::path::PathBuf;

use clap::Args;

use crate::format::Format;
use tetreach::classic::demo::read;
use tetreach::text::counted;

/// Reads a file of Sir Tet's, replays every placement and sums up.
#[derive(Debug, Args)]
pub struct Demo {
    /// The file.
    file: PathBuf,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What the file holds.
pub fn describe(arguments: &Demo) -> anyhow::Result<String> {
    let (_, summary) = read(&arguments.file)?;
    Ok(match arguments.format {
        Format::Json => serde_json::to_string_pretty(&summary)? + "\n",
        Format::Text => format!(
            "{} in {}, {} lost; {} cleared, {} points; every board follows from the one before\n",
            counted(summary.placements as usize, "placement"),
            counted(summary.games as usize, "game"),
            summary.lost,
            counted(summary.lines as usize, "line"),
            summary.points
        ),
    })
}
