//! `tetreach targets check`: can these boards be reached at all?

use std::path::Path;

use clap::Args;

use super::super::{CommandOutcome, output};
use super::{Format, LoadArgs, describe_all, fewest_pieces, load_all};
use tetreach::reach::Sketch;

/// Options of `tetreach targets check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 0: all targets are admissible; 1: one is well-formed but can never be reached; 2: bad input.

Examples:
  tetreach targets check mine.txt
  tetreach targets check board.png thesis letters:hi
  tetreach targets check --size 6x5 small.txt --format json")]
pub struct CheckTargetsArgs {
    /// Board file, suite file, PNG, built-in suite, SUITE:NAME, or - for standard input.
    #[arg(required = true, value_name = "TARGETS")]
    sources: Vec<String>,
    #[command(flatten)]
    load: LoadArgs,
    /// How to print the answers.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl CheckTargetsArgs {
    /// Checks every target and prints the answers.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let suites = load_all(&self.sources, self.load)?;
        let sketches: Vec<(&str, &Sketch)> = suites
            .iter()
            .flat_map(|(source, suite)| suite.sketches.iter().map(move |sketch| (source.as_str(), sketch)))
            .collect();
        match self.format {
            Format::Json => output::print(&describe_all(&suites)?)?,
            Format::Text => {
                let lines: String = sketches.iter().map(|(source, sketch)| verdict(source, sketch)).collect();
                output::print(&lines)?;
            }
        }
        let all_admissible = sketches.iter().all(|(_, sketch)| sketch.check().is_ok());
        Ok(if all_admissible { CommandOutcome::Done } else { CommandOutcome::Failed })
    }
}

/// One line on one target.
fn verdict(source: &str, sketch: &Sketch) -> String {
    let stem = Path::new(source).file_stem().and_then(|stem| stem.to_str());
    let label = match sketch.name.as_deref() {
        // The file or `suite:name` already says it.
        Some(name) if stem != Some(name) && !source.ends_with(&format!(":{name}")) => {
            format!("{source}: {name}")
        }
        _ => source.to_owned(),
    };
    match sketch.check() {
        Ok(target) => {
            let board = target.board();
            let (cells, rows, pieces) = (board.cells(), board.stack_height(), fewest_pieces(board));
            format!("{label}: admissible ({cells} cells, {rows} rows, at least {pieces} pieces)\n")
        }
        Err(unreachable) => format!("{label}: unreachable: {}\n", unreachable.reason),
    }
}
