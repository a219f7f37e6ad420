//! `tetreach inspect`: what is in a config, a run, a checkpoint or a demonstration.

mod checkpoint;
mod config;
pub mod curve;
mod demo;
mod distance;
mod mean_curve;
mod mistakes;
mod run;

use std::path::PathBuf;

use clap::Subcommand;

use super::{CommandOutcome, output};
use tetreach::config::Assignment;

/// What to look into.
#[derive(Debug, Subcommand)]
pub enum Inspect {
    /// Replays recorded games, as JSON lines or in Sir Tet's form, and sums them up.
    Demo(demo::Demo),
    /// Checks a config and shows what it sets.
    Config {
        /// The config file; without one the defaults.
        file: Option<PathBuf>,
        /// Sets a setting, for example learner.batch_size=512; may be given many times.
        #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
        assignments: Vec<Assignment>,
        /// Shows every setting with its origin, as TOML.
        #[arg(long)]
        resolved: bool,
        /// Prints the JSON schema of configs, for editors.
        #[arg(long, conflicts_with_all = ["file", "assignments", "resolved"])]
        schema: bool,
    },
    /// Shows what runs did and how to go on with them, or draws their learning curves.
    Run(run::InspectRunArgs),
    /// Shows the card and the tensors of a checkpoint and verifies its files.
    Checkpoint {
        /// The checkpoint folder, or a run folder for its last checkpoint.
        folder: PathBuf,
    },
    /// Compares learned distances with exact ones on small boards.
    Distance(distance::Distance),
    /// Counts the mistakes of greedy play by the number of pieces still missing.
    Mistakes(mistakes::MistakesArgs),
}

impl Inspect {
    /// Looks and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let text = match self {
            Inspect::Demo(arguments) => demo::describe(&arguments)?,
            Inspect::Config { schema: true, .. } => config::schema()?,
            Inspect::Config { file, assignments, resolved, .. } => {
                config::describe(file.as_deref(), &assignments, resolved)?
            }
            Inspect::Run(run) => run::describe(&run)?,
            Inspect::Checkpoint { folder } => checkpoint::describe(&folder)?,
            Inspect::Distance(arguments) => distance::describe(&arguments)?,
            Inspect::Mistakes(arguments) => mistakes::describe(&arguments)?,
        };
        output::print(&text)?;
        Ok(CommandOutcome::Done)
    }
}
