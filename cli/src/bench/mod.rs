//! `tetreach bench`: measurements of speed, and agents against each other.

mod budget;
mod duel;
mod env;
mod game;
mod games;
pub(super) mod machine;
pub(super) mod measure;
pub(super) mod net;
mod perfect_clear;
mod search;
mod vector;

use clap::Subcommand;

use crate::{CommandOutcome, Libtorch};

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Bench<L: Libtorch> {
    /// Agents against each other on paired targets, with statistics and a report.
    Duel(Box<duel::Duel>),
    /// The game and the environment on one core, each also as a ratio to a naive board in the same run.
    Env(env::EnvBench),
    /// Guideline Tetris on one core: public path counts, and the time to generate placements.
    Games(games::GuidelineBench),
    /// The search for perfect clears on one core: how many queues have one, and how long that takes to find out.
    PerfectClear(perfect_clear::PerfectClearBench),
    /// The tree search on one core, alone and as a ratio to the network that it asks.
    Search(search::SearchBench),
    /// The network on one core: the forward pass in Rust as a ratio to libtorch's in the same run.
    Net(net::NetBench),
    /// Success against the number of boards that the network judges, for every search.
    Budget(budget::BudgetBench),
    /// Training: environment and gradient steps per second, and where the time goes.
    Train(L::TrainBench),
}

pub(super) fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0 and at most 86400".to_owned()),
    }
}

impl<L: Libtorch> Bench<L> {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            Bench::Duel(duel) => duel.run(),
            Bench::Env(bench) => bench.run(),
            Bench::Games(bench) => bench.run(),
            Bench::PerfectClear(bench) => bench.run(),
            Bench::Net(bench) => bench.run::<L>(),
            Bench::Search(bench) => bench.run::<L>(),
            Bench::Budget(bench) => bench.run::<L>(),
            Bench::Train(bench) => L::bench_train(bench),
        }
    }
}
