//! `tetreach bench train`: how fast training is on this machine, and where its time goes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Map, Value, json};

use super::build_info::BUILD;
use super::console::writers;
use super::keep_memory;
use crate::bench::{machine, positive_seconds};
use crate::format::Format;
use crate::output::print;
use crate::{CommandOutcome, progress};
use tetreach::config::{Assignment, Config, Layers, Resolved};
use tetreach_agents::store::run_dir::{Facts, RunDir};
use tetreach_agents::train::Throughput;
use tetreach_agents::train::run::Trainer;

/// Measures a training run from its first gradient step to the end of the time given; nothing of it is kept.
///
/// Evaluation and checkpoints are left out. environment_steps_per_second counts placements made in play,
/// transitions_per_second those shown in demonstrations too. learner_in_network, learner_preparing and learner_waiting
/// are shares of the learner's time: forward, backward and optimizer; drawing and encoding batches; waiting for
/// actors. processor_use is the processor time of all threads over that of all cores.
#[derive(Debug, Args)]
pub struct TrainBench {
    /// The config to measure; without one the defaults.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Changes a setting; may be repeated.
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    assignments: Vec<Assignment>,
    /// Seconds to train, the collecting before the first gradient step included.
    #[arg(long, default_value_t = 20.0, value_parser = positive_seconds)]
    seconds: f64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl TrainBench {
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        keep_memory();
        let resolved = self.resolve()?;
        let root = std::env::temp_dir().join(format!("tetreach-bench-{}", std::process::id()));
        let measured = measure(&root, &resolved);
        // The run was for its numbers only; that it cannot be removed says nothing about them.
        let _ = fs::remove_dir_all(&root);
        let Some(speed) = measured? else {
            bail!(
                "no gradient step within {} seconds: give more --seconds, or fewer learner.learning_starts",
                self.seconds
            );
        };
        let report = self.report(&resolved, &speed);
        print(&match self.format {
            Format::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
            Format::Text => {
                report.iter().map(|(key, value)| format!("{key:<32} {}\n", plain(value))).collect()
            }
        })?;
        Ok(CommandOutcome::Done)
    }

    fn resolve(&self) -> anyhow::Result<Resolved<Config>> {
        let seconds = format!("budget.seconds={}", self.seconds);
        let fixed = [
            seconds.as_str(),
            "budget.environment_steps=0",
            "budget.gradient_steps=0",
            "evaluation.suites=[]",
            "evaluation.interval=1000000000",
            "evaluation.test=false",
            "checkpoint.interval=1000000000",
            "checkpoint.keep_interval=0",
        ];
        let fixed = fixed.map(str::parse::<Assignment>);
        let fixed = fixed.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut layers = Layers::new();
        if let Some(file) = &self.config {
            layers = layers.file(file);
        }
        Ok(self.assignments.iter().chain(&fixed).fold(layers, Layers::assign).resolve()?)
    }

    fn report(&self, resolved: &Resolved<Config>, speed: &Throughput) -> Map<String, Value> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let rate = |count: u64| json!(rounded(count as f64 / speed.seconds, 10.0));
        let share = |seconds: f64| json!(rounded(seconds / speed.seconds, 1000.0));
        let collected = speed.environment_steps + speed.demonstration_steps;
        let config = &resolved.config;
        let file = self.config.as_ref().map_or("defaults".into(), |file| file.display().to_string());
        let entries = [
            ("machine", json!(machine::processor())),
            ("cores", json!(cores)),
            ("config", json!(file)),
            ("batch_size", json!(config.learner.batch_size)),
            ("replay_ratio", json!(config.actors.replay_ratio)),
            ("actors", json!(config.actors.count)),
            ("deterministic", json!(config.run.deterministic)),
            ("seconds", json!(rounded(speed.seconds, 10.0))),
            ("environment_steps_per_second", rate(speed.environment_steps)),
            ("transitions_per_second", rate(collected)),
            ("gradient_steps_per_second", rate(speed.updates)),
            ("learner_in_network", share(speed.learner.network)),
            ("learner_preparing", share(speed.learner.preparing)),
            ("learner_waiting", share(speed.learner.waiting)),
            ("actors_waiting", share(speed.actors_waiting)),
            (
                "processor_use",
                json!(speed.processor.map(|used| rounded(used / speed.seconds / cores as f64, 1000.0))),
            ),
        ];
        entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

fn measure(root: &Path, resolved: &Resolved<Config>) -> anyhow::Result<Option<Throughput>> {
    let facts = Facts::now(resolved.config.run.seed, BUILD);
    fs::create_dir_all(root).with_context(|| format!("cannot create {}", root.display()))?;
    let folder = RunDir::create(root, resolved.name(), &resolved.to_toml(), &facts)?;
    let mut trainer = Trainer::create(folder, resolved, facts, None, writers(None))?;
    Ok(trainer.run(&progress::cancel_on_interrupt()?)?.throughput)
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
