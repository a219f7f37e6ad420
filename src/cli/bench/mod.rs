//! `tetreach bench`: speed measurements.

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
    /// The game and the environment on one core, each also as a ratio to a naive board in the same run.
    Env(env::EnvBench),
}

impl Bench {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Bench::Env(bench) => bench.run(),
        }
    }
}
