//! `tetreach bench`: measurements of speed, and agents against each other.

mod duel;
mod env;
mod game;
mod machine;
mod measure;
mod vector;

use clap::Subcommand;

use super::Outcome;

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Bench {
    /// Agents against each other on paired targets, with statistics and a report.
    Duel(Box<duel::Duel>),
    /// The game and the environment on one core, each also as a ratio to a naive board in the same run.
    Env(env::EnvBench),
}

impl Bench {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Bench::Duel(duel) => duel.run(),
            Bench::Env(bench) => bench.run(),
        }
    }
}
