//! `tetreach bench search`: how fast the tree search is, alone and with a network.

mod network;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Map, Value, json};
use tetreach_agents::search::mcts::{Gathered, MctsSettings, Tree};
use tetreach_agents::{Evaluations, Evaluator, HashEvaluator, Judgement, ValueScale};

use super::machine;
use super::measure::{ROUNDS, Workload, rates};
use crate::device::DeviceArgs;
use crate::format::Format;
use crate::{CommandOutcome, Libtorch};
use tetreach::game::{Board, Size};
use tetreach::network::load_or_shipped;
use tetreach::reach::{LoadOptions, ReachSettings, ReachTask, load_sketch};
use tetreach::solve::learned::{LearnedForward, RefutationTime};

/// Lines that ways may clear: enough that nothing is refuted.
const LINES: u32 = 24;
/// States after which a tree is started over: as many as a network on one core judges in ten seconds.
const TREE_NODES: usize = 10_000;
/// The same for trees that are larger than the processor's caches.
const LARGE_TREE_NODES: usize = 50_000;

/// Measures the tree search on the 10x20 board, one thread.
///
/// tree_simulations_per_second: simulations of PUCT on placements with an evaluator that costs nothing, its opinion of
/// a state being one of 64 made beforehand; started over, in the same memory, after 10,000 states, which is what a
/// network judges in ten seconds. large_tree_simulations_per_second: the same after 50,000. Also
/// network_evaluations_per_second by batch size; search_simulations_per_second: batched search of 8 trees on the same
/// network at the batch size that was best, hopeless boards refuted as the agents do; search_ratio_to_network: the one
/// divided by the other. Rates are per second of processor time of the one thread used, the best of five rounds taken
/// in turn. server: what the inference server did while the agent mcts searched for four targets of the suite art, one
/// second each: questions, the share answered by the cache, and batches by size (the entry 8 counts those of 8 to 15).
#[derive(Debug, Args)]
pub struct SearchBench {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Seconds to spend in all.
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// What to search for: a board file, a PNG, or a target of a suite.
    #[arg(long, value_name = "TARGET", default_value = "thesis:hi")]
    target: String,
    /// The network: a run folder, a checkpoint or weights; if left out, the one that comes with the program.
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    device: DeviceArgs,
}

impl SearchBench {
    /// Measures and prints.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<CommandOutcome> {
        let target = load_sketch(&self.target, &LoadOptions::default())?.board;
        anyhow::ensure!(target.size() == Size::STANDARD, "the search is measured on 10x20 boards");
        let mut report = Map::new();
        report.insert("machine".into(), json!(machine::processor()));
        report.insert("threads".into(), json!(1));
        report.insert("target".into(), json!(self.target));
        report.insert("rounds".into(), json!(ROUNDS));
        let opinions = Opinions::new(target)?;
        let mut workloads = [
            opinions.workload("tree_simulations_per_second", target, TREE_NODES)?,
            opinions.workload("large_tree_simulations_per_second", target, LARGE_TREE_NODES)?,
        ];
        let measured = rates(&mut workloads, 0.3 * self.seconds);
        for (workload, rate) in workloads.iter().zip(measured) {
            report.insert(workload.key.clone(), json!(rate.round()));
        }
        let model = load_or_shipped(self.checkpoint.as_deref())?;
        let backend = self.device.backend::<L>()?;
        network::add(&mut report, target, &model, &*backend, 0.7 * self.seconds)?;
        report.insert("server".into(), network::serve(backend, model)?);
        let mut out = std::io::stdout().lock();
        match self.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?,
            Format::Text => write_lines(&mut out, "", &report)?,
        }
        Ok(CommandOutcome::Done)
    }
}

fn write_lines(out: &mut impl Write, prefix: &str, report: &Map<String, Value>) -> std::io::Result<()> {
    for (key, value) in report {
        match value {
            Value::Object(inner) => write_lines(out, &format!("{prefix}{key}."), inner)?,
            Value::String(text) => writeln!(out, "{:<48} {text:>16}", format!("{prefix}{key}"))?,
            other => writeln!(out, "{:<48} {:>16}", format!("{prefix}{key}"), other.to_string())?,
        }
    }
    Ok(())
}

/// Judgements made beforehand, so that giving one costs nothing.
struct Opinions {
    evaluations: Evaluations,
}

/// A power of two.
const OPINIONS: usize = 64;

impl Opinions {
    fn new(target: Board) -> anyhow::Result<Self> {
        let task = ReachTask::new(ReachSettings::default());
        let mut evaluations = Evaluations::default();
        let mut all = Evaluations { actions: 162, ..Evaluations::default() };
        for seed in 0..OPINIONS as u64 {
            let pair = [(Board::empty(Size::STANDARD), target)];
            HashEvaluator { task, seed }.evaluate(&pair, &mut evaluations)?;
            // Sharper than the fake is by itself, as a trained policy would be.
            let sharp = evaluations.log_policy.iter().map(|logit| logit * 8.0);
            let sharp: Vec<f32> = sharp.collect();
            let total = sharp.iter().map(|logit| logit.exp()).sum::<f32>().ln();
            all.log_policy.extend(sharp.iter().map(|logit| logit - total));
            all.q.extend_from_slice(&evaluations.q);
            all.distance.push(4.0 + seed as f32 / 8.0);
            all.success.push(1.0);
        }
        Ok(Self { evaluations: all })
    }

    fn workload(&self, name: &str, target: Board, tree_nodes: usize) -> anyhow::Result<Workload<'_>> {
        let problem = LearnedForward { target, scale: ValueScale::Steps, refute: RefutationTime::Off };
        let settings = MctsSettings { leaves: 1, ..MctsSettings::default() };
        let mut tree = Tree::new(problem, problem.root(LINES), settings, Pcg64Mcg::seed_from_u64(0))?;
        let mut turn = 0_usize;
        Ok(Workload::new(name, move || {
            let before = tree.simulations();
            for _ in 0..256 {
                if let Gathered::Leaf(ticket) = tree.gather() {
                    turn = turn.wrapping_mul(5).wrapping_add(1) % OPINIONS;
                    tree.apply(ticket, &Judgement::of(&self.evaluations, turn));
                }
            }
            let done = tree.simulations() - before;
            if tree.size().nodes > tree_nodes {
                tree.restart(problem.root(LINES));
            }
            done
        }))
    }
}
