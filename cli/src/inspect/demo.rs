//! `tetreach inspect demo`: recorded games, replayed.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use crate::format::Format;
use tetreach::classic::demo::read;
use tetreach::recording::read_recording;
use tetreach::text::counted;

/// Reads recorded games, replays every move and sums up: JSON lines of `tetreach play --record`, or a file in Sir Tet's
/// form.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tetreach inspect demo games.jsonl
  tetreach inspect demo games.demo --format json")]
pub struct Demo {
    /// The file.
    file: PathBuf,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What the file holds.
pub fn describe(arguments: &Demo) -> anyhow::Result<String> {
    if is_json(&arguments.file)? { recording(arguments) } else { sir_tet(arguments) }
}

/// Whether the file begins as JSON does; Sir Tet's begin with a number.
fn is_json(file: &Path) -> anyhow::Result<bool> {
    let mut start = [0; 64];
    let cannot = || format!("cannot read {}", file.display());
    let read = File::open(file).and_then(|mut file| file.read(&mut start)).with_context(cannot)?;
    Ok(start[..read].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{'))
}

fn recording(arguments: &Demo) -> anyhow::Result<String> {
    // The sentence of the error holds its reason already.
    let (_, summary) = read_recording(&arguments.file).map_err(|error| anyhow!("{error}"))?;
    if arguments.format == Format::Json {
        return Ok(serde_json::to_string_pretty(&summary)? + "\n");
    }
    let mut kinds = Vec::new();
    if summary.reach > 0 {
        kinds.push(format!(
            "{} of reach ({} reached)",
            counted(summary.reach as usize, "game"),
            summary.reached
        ));
    }
    for (games, kind) in
        [(summary.classic, "classic"), (summary.guideline, "guideline"), (summary.tetress, "tetress")]
    {
        if games > 0 {
            kinds.push(format!("{} of {kind}", counted(games as usize, "game")));
        }
    }
    let mut text = format!("{} in {}", counted(summary.moves as usize, "move"), kinds.join(", "));
    if summary.classic + summary.guideline > 0 {
        text += &format!("; {} cleared", counted(summary.lines as usize, "line"));
    }
    if summary.classic > 0 {
        text += &format!(", {} points", summary.points);
    }
    Ok(text + "; every move is possible and every game ends as it says\n")
}

fn sir_tet(arguments: &Demo) -> anyhow::Result<String> {
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
