//! `tetreach bench env`: how fast the game and the environment are on one core.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use super::game::GameBench;
use super::machine;
use super::measure::{ROUNDS, rates};
use super::vector::VectorBench;
use crate::CommandOutcome;
use crate::format::Format;

/// Measures the game on one core, on the 10x20 board.
///
/// placements_per_second: a random action is chosen and played, full rows vanish; a placement that does not fit
/// counts too and starts a new empty board. expansions_per_second: all legal successors of a board are made, each
/// as a whole board in memory; the boards are 64 stacks of 1 to 16 random pieces. successors_per_second: the same
/// work counted in boards made. predecessor_expansions_per_second: all predecessors of the same stacks, with 0 to
/// 4 rows put back. predecessors_per_second: the same work counted in boards made;
/// predecessors holds the expansions per second of single boards. Every *_ratio_to_naive is the rate divided by
/// that of a board of single cells, on which pieces fall row by row, measured in turn with it.
/// vector_steps_per_second: 1024 boards take one recorded random legal action each, rewards and ends are written,
/// ended episodes start again with a goal of 1 to 8 random pieces; with_*: the same, and that is written for every
/// board too; with_observations_and_infos is the full step of the trait; single_env_steps_per_second: the same play
/// on single environments. Rates are per
/// second of processor time of the one thread used (wall-clock time where the system does not tell), the best of
/// five rounds.
#[derive(Debug, Args)]
pub struct EnvBench {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Seconds to spend in all.
    #[arg(long, default_value_t = 5.0, value_parser = super::positive_seconds)]
    seconds: f64,
}

impl EnvBench {
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let mut report = Map::new();
        report.insert("machine".into(), json!(machine::processor()));
        report.insert("threads".into(), json!(1));
        report.insert("board".into(), json!("10x20"));
        report.insert("rounds".into(), json!(ROUNDS));
        self.add_game(&mut report);
        self.add_vector(&mut report)?;
        let mut out = std::io::stdout().lock();
        match self.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?,
            Format::Text => write_table(&mut out, "", &report)?,
        }
        Ok(CommandOutcome::Done)
    }

    /// Adds the rates of the game: half of the time for the main rates, a quarter for single boards.
    fn add_game(&self, report: &mut Map<String, Value>) {
        let bench = GameBench::new();
        let mut workloads = bench.workloads();
        let main = workloads.len();
        workloads.extend(bench.naive_workloads());
        let measured = rates(&mut workloads, 0.5 * self.seconds);
        for (index, workload) in workloads[..main].iter().enumerate() {
            let ratio = measured[index] / measured[main + index];
            report.insert(workload.key.clone(), json!(measured[index].round() as u64));
            report.insert(format!("{}_ratio_to_naive", workload.key), json!((ratio * 10.0).round() / 10.0));
        }
        let mut single = GameBench::predecessor_workloads();
        let measured = rates(&mut single, 0.25 * self.seconds);
        let by_board = single
            .iter()
            .zip(measured)
            .map(|(workload, rate)| (workload.key.clone(), json!(rate.round() as u64)));
        report.insert("predecessors".into(), Value::Object(by_board.collect()));
    }

    /// Adds the rates of the vector environment in a quarter of the time; the last one is of single environments.
    fn add_vector(&self, report: &mut Map<String, Value>) -> anyhow::Result<()> {
        let bench = VectorBench::new()?;
        let mut workloads = bench.workloads()?;
        let measured = rates(&mut workloads, 0.25 * self.seconds);
        for (workload, rate) in workloads.iter().zip(measured) {
            report.insert(workload.key.clone(), json!(rate.round()));
        }
        Ok(())
    }
}

/// One line per value, the keys of inner objects behind those of the outer ones.
fn write_table(out: &mut impl Write, prefix: &str, report: &Map<String, Value>) -> std::io::Result<()> {
    for (key, value) in report {
        match value {
            Value::Object(inner) => write_table(out, &format!("{prefix}{key}."), inner)?,
            Value::String(text) => writeln!(out, "{:<52} {text:>16}", format!("{prefix}{key}"))?,
            Value::Number(number) if number.as_f64().is_some_and(|rate| rate >= 1e6) => {
                let millions = number.as_f64().unwrap_or_default() / 1e6;
                writeln!(out, "{:<52} {millions:>14.2} M", format!("{prefix}{key}"))?;
            }
            other => writeln!(out, "{:<52} {:>16}", format!("{prefix}{key}"), other.to_string())?,
        }
    }
    Ok(())
}
