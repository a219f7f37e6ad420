//! `tetreach bench budget`: success against budget for every search with a network, and for those without.

mod chart;
mod curve;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::device::DeviceArgs;
use crate::output::{print, write_file};
use crate::progress::{TargetBar, cancel_on_interrupt};
use crate::suites::load_tasks;
use crate::{CommandOutcome, Libtorch};
use curve::{Curve, Curves};
use tetreach::eval::{EvaluationSettings, Runner};
use tetreach::network::{Backend, Inference, LearnedAgent, load_or_shipped};
use tetreach::reach::LoadOptions;
use tetreach::registry::AgentOptions;
use tetreach::solve::learned::LearnedSearch;
use tetreach::solve::{Budget, Solver};

/// Measures how many targets each search solves with 1, 10, 100, ... boards judged by the network.
///
/// Hand-made searches are counted by the boards that they generate and score. Use validation suites to choose, and
/// test suites only to report.
#[derive(Debug, Args)]
pub struct BudgetBench {
    /// Built-in suites or suite files; may be repeated or separated by commas.
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',', required = true)]
    suite: Vec<String>,
    /// The network: a run folder, a checkpoint folder or a file of weights; if left out, the one that comes with the
    /// program.
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    device: DeviceArgs,
    /// The budgets, in boards.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,10,100,1000,10000",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Agents that compete, by name; the searches with a network, the rule and the hand-made beam if left out.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    entrants: Vec<String>,
    /// Further searches: a JSON object whose keys are names and whose values are settings, such as
    /// {"careful": {"agent": "mcts", "tree": {"leaves": 2}}}.
    #[arg(long, value_name = "FILE")]
    also: Option<PathBuf>,
    /// Most targets of each suite.
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: usize,
    /// Most seconds for a target; what takes longer counts as not solved.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Seed of generated suites and of the searches.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Targets at a time; one for each core if left out.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "md")]
    format: CurvesFormat,
    /// Writes a plot.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CurvesFormat {
    /// A Markdown table for each suite.
    Md,
    /// One JSON object.
    Json,
}

/// Who competes if nobody is named.
const DEFAULT_ENTRANTS: [&str; 14] = [
    "rule",
    "greedy",
    "mcts-puct",
    "mcts-gumbel",
    "policy-beam",
    "mixed-beam",
    "levin",
    "phs-star",
    "q-star",
    "a-star",
    "greedy-backward",
    "mcts-backward",
    "policy-beam-backward",
    "beam",
];

/// A search and how it is to be counted.
struct Competitor {
    solver: Box<dyn Solver>,
    ends_with_first_answer: bool,
}

impl BudgetBench {
    /// Runs all entrants over all targets and prints the curves.
    pub fn run<L: Libtorch>(mut self) -> anyhow::Result<CommandOutcome> {
        self.nodes.sort_unstable();
        self.nodes.dedup();
        let options = LoadOptions { count: Some(self.count), seed: self.seed, ..LoadOptions::default() };
        let tasks = load_tasks(&self.suite, &options)?;
        let backend = self.device.backend::<L>()?;
        let cancel = cancel_on_interrupt()?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut curves = Curves::new(self.suite.clone(), self.nodes.clone());
        for competitor in self.competitors(&backend)? {
            let mut curve = Curve::new(competitor.solver.name(), &curves);
            // A search that ends with its first way has the same beginning under every budget.
            let whole = competitor.ends_with_first_answer;
            let budgets = if whole { &self.nodes[self.nodes.len() - 1..] } else { &self.nodes };
            for &nodes in budgets {
                let budget = Budget { nodes: Some(nodes), seconds: self.seconds };
                let settings = EvaluationSettings { budget, seed: self.seed, threads: 1 };
                eprintln!("{} with {nodes} boards", curve.name);
                let bar = TargetBar::start(tasks.len());
                let jobs = self.jobs.map_or(cores, usize::from);
                let runner = Runner { jobs, cancel: cancel.clone(), deadline: None, observer: &bar };
                let attempts = runner.evaluate(&*competitor.solver, &tasks, &settings);
                bar.finish();
                if attempts.len() < tasks.len() {
                    eprintln!("stopped");
                    return Ok(CommandOutcome::Failed);
                }
                attempts.iter().for_each(|attempt| curve.add(attempt, (!whole).then_some(nodes)));
            }
            curves.all.push(curve);
        }
        print(&match self.format {
            CurvesFormat::Md => curves.markdown(),
            CurvesFormat::Json => serde_json::to_string_pretty(&curves)? + "\n",
        })?;
        if let Some(file) = &self.svg {
            write_file(file, chart::picture(&curves).svg().as_bytes())?;
            eprintln!("wrote {}", file.display());
        }
        Ok(CommandOutcome::Done)
    }

    fn competitors(&self, backend: &Arc<dyn Backend>) -> anyhow::Result<Vec<Competitor>> {
        let names: Vec<&str> = match (&self.entrants[..], &self.also) {
            ([], None) => DEFAULT_ENTRANTS.to_vec(),
            (chosen, _) => chosen.iter().map(String::as_str).collect(),
        };
        let registry = tetreach_lab::registry();
        let mut competitors = Vec::new();
        for name in names {
            let entry = registry.entry(name)?;
            let checkpoint = self.checkpoint.as_deref().filter(|_| entry.is_learned());
            let solver =
                registry.agent(name, AgentOptions { checkpoint, settings: None, backend: Some(backend) })?;
            competitors.push(Competitor { solver, ends_with_first_answer: entry.ends_with_first_answer });
        }
        if let Some(file) = &self.also {
            let inference =
                Arc::new(Inference::on(backend.clone(), load_or_shipped(self.checkpoint.as_deref())?));
            let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let searches: BTreeMap<String, LearnedSearch> =
                serde_json::from_str(&text).with_context(|| format!("{} is not right", file.display()))?;
            for (name, search) in searches {
                let agent = LearnedAgent::new(name, inference.clone(), search)
                    .with_context(|| format!("{} is not right", file.display()))?;
                competitors.push(Competitor { solver: Box::new(agent), ends_with_first_answer: true });
            }
        }
        Ok(competitors)
    }
}
