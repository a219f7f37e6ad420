//! `tetreach lab`: the experiments that can be used by name and are not listed elsewhere.

use clap::{Args, Subcommand};
use serde_json::json;

use super::CommandOutcome;
use super::format::Format;
use super::output::print;

/// Finished experiments.
#[derive(Debug, Subcommand)]
pub enum Lab {
    /// Lists the agents of experiments: ablations, baselines and single searches. `--agent` takes their names.
    Agents(LabAgents),
}

/// Options of `tetreach lab agents`.
#[derive(Debug, Args)]
pub struct LabAgents {
    /// How they are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Lab {
    /// Prints the list.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let Lab::Agents(LabAgents { format }) = self;
        let registry = tetreach_lab::registry();
        let longest = registry.experiments().map(|entry| entry.name.len()).max().unwrap_or(0);
        print(&match format {
            Format::Text => registry
                .experiments()
                .map(|entry| format!("{:<longest$}  {}\n", entry.name, entry.summary))
                .collect(),
            Format::Json => {
                let agents = registry.experiments().map(
                    |entry| json!({ "name": entry.name, "summary": entry.summary, "family": entry.family }),
                );
                serde_json::to_string_pretty(&agents.collect::<Vec<_>>())? + "\n"
            }
        })?;
        Ok(CommandOutcome::Done)
    }
}
