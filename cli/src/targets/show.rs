//! `tetreach targets show`: draws targets in the terminal.

use clap::Args;

use super::super::{CommandOutcome, output};
use super::gallery::Gallery;
use super::{Format, LoadArgs, describe_all, load_all};

/// Options of `tetreach targets show`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach targets show art
  tetreach targets show stack-8@train --count 10 --seed 3
  tetreach targets show thesis:hi mine.txt picture.png
  tetreach targets show pixels-6x50 --format json")]
pub struct Show {
    /// Board file, suite file, PNG, built-in suite, SUITE:NAME, or - for standard input.
    #[arg(required = true, value_name = "TARGETS")]
    sources: Vec<String>,
    #[command(flatten)]
    load: LoadArgs,
    /// How to print the targets.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Characters in a line; by default those of the terminal as COLUMNS tells, or 100.
    #[arg(long, value_name = "N")]
    line: Option<usize>,
}

impl Show {
    /// Draws the targets.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let suites = load_all(&self.sources, self.load)?;
        let text = match self.format {
            Format::Json => describe_all(&suites)?,
            Format::Text => {
                let columns = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
                let gallery = Gallery {
                    line: self.line.or_else(columns).unwrap_or(100),
                    coloured: output::is_coloured(),
                };
                gallery.draw(suites.iter().flat_map(|(_, suite)| &suite.sketches))
            }
        };
        output::print(&text)?;
        Ok(CommandOutcome::Done)
    }
}
