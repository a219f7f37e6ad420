//! `tetreach bench duel`: agents against each other on paired targets.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::CommandOutcome;
use crate::output::{print, write_file};
use crate::progress::cancel_on_interrupt;
use crate::solve::parse_seconds;
use crate::suites::load_tasks;
use tetreach::eval::Task;
use tetreach::game::SizeRule;
use tetreach::reach::LoadOptions;
use tetreach::solve::Observer;
use tetreach::text::duration;
use tetreach_lab::duel::report::{DuelReport, PICTURES, STANDING_HEADER, standing_cells};
use tetreach_lab::duel::{
    AgentInfo, Analysis, AttemptLimit, DEFAULT_AGENTS, DuelPlan, Forecast, KeyedAttempt, LineUp, ResultsFile,
    RunOptions, run,
};

/// Compares agents on paired targets at equal nodes and at equal seconds, with statistics and a report.
///
/// Every agent meets every target with every seed under both limits. Runs are kept in OUT/runs.jsonl as they end:
/// Ctrl-C stops cleanly, and the same command goes on where it stopped. OUT/report.html is the report, OUT/report.md
/// the same as text with OUT/pictures, OUT/duel.json all numbers, with the scores as the Python package rliable reads
/// them.
#[derive(Debug, Args)]
pub struct Duel {
    /// The agents that take part; those of the default list that this build lacks are left out with a note.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_values_t = DEFAULT_AGENTS.map(str::to_owned))]
    agents: Vec<String>,
    /// What the learned agents learned: a run folder, a checkpoint folder or a file of weights.
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    /// Seconds that the training of the checkpoint took, if it does not tell itself.
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    network_seconds: Option<f64>,
    /// Built-in suites or suite files; may be repeated or separated by commas.
    #[arg(
        long,
        value_name = "NAME|FILE",
        value_delimiter = ',',
        default_value = "thesis,stack-8,clears-2,clears-3,letters,pixels-3x50,pixels-4x50"
    )]
    suite: Vec<String>,
    /// Most targets of each suite.
    #[arg(long, value_name = "N", default_value = "3")]
    count: NonZeroUsize,
    /// Repetitions of everything, each with its own seed.
    #[arg(long, value_name = "N", default_value = "5")]
    seeds: NonZeroUsize,
    /// Boards that an attempt may generate, where nodes are equal.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seconds that an attempt may take, where seconds are equal.
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Makes only one of the two comparisons.
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Seed of generated suites, of the agents and of the statistics.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder of runs and report.
    #[arg(long, value_name = "FOLDER", default_value = "runs/duel")]
    out: PathBuf,
    /// Attempts at a time, each with one thread; half of the cores if left out, to keep clocks honest.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// No attempt begins after this many minutes; what is finished is reported.
    #[arg(long, value_name = "M", default_value_t = 60.0, value_parser = parse_seconds)]
    minutes: f64,
    /// Columns x rows of the board; `auto` takes the columns from the file.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: SizeRule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Equal boards generated.
    Nodes,
    /// Equal seconds.
    Seconds,
}

impl Duel {
    /// Makes the runs that are missing and writes the report.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let began = Instant::now();
        let line_up = LineUp::gather(&self.agents, self.checkpoint.as_deref(), self.network_seconds)?;
        for agent in &line_up.missing {
            eprintln!("note: without `{}`: {}", agent.name, agent.reason);
        }
        if line_up.agents.is_empty() {
            bail!("no agent is left to take part");
        }
        let plan = self.plan(line_up.agents)?;
        fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let mut results = ResultsFile::open(&self.out.join("runs.jsonl"))?;

        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or((cores / 2).max(1), usize::from);
        let deadline =
            Duration::try_from_secs_f64(60.0 * self.minutes).ok().and_then(|d| began.checked_add(d));
        let options = RunOptions { jobs, cancel: cancel_on_interrupt()?, deadline };
        let pairings = plan.pairings();
        let open = Forecast::new(&plan, &pairings, &results, jobs);
        eprintln!("{}", outline(&plan, pairings.len(), open.left()));
        let pilot = &pairings[..plan.pilot()];
        if open.left() > 0 {
            run(&plan, pilot, &line_up.solvers, &mut results, &options, &Bar::start(&plan, open))?;
            let forecast = Forecast::new(&plan, &pairings, &results, jobs);
            eprintln!(
                "about {} to go for {} runs, {jobs} at a time; no run begins after {} minutes",
                duration(forecast.seconds_left()),
                forecast.left(),
                self.minutes
            );
            run(&plan, &pairings, &line_up.solvers, &mut results, &options, &Bar::start(&plan, forecast))?;
        }

        let analysis = Analysis::new(&plan, &line_up.missing, &results);
        if analysis.comparisons.is_empty() {
            eprintln!("stopped before all agents met one target: there is nothing to compare yet");
            return Ok(CommandOutcome::Failed);
        }
        self.write(&plan, &analysis, &results)?;
        print(&summary(&analysis))?;
        if analysis.finished < analysis.planned {
            let (finished, planned) = (analysis.finished, analysis.planned);
            eprintln!("stopped after {finished} of {planned} runs; the same command goes on from there");
            return Ok(CommandOutcome::Failed);
        }
        Ok(CommandOutcome::Done)
    }

    fn plan(&self, agents: Vec<AgentInfo>) -> anyhow::Result<DuelPlan> {
        let limits = match self.only {
            None => vec![AttemptLimit::Nodes(self.nodes), AttemptLimit::Seconds(self.seconds)],
            Some(Only::Nodes) => vec![AttemptLimit::Nodes(self.nodes)],
            Some(Only::Seconds) => vec![AttemptLimit::Seconds(self.seconds)],
        };
        let (targets, rounds) = (self.targets()?, usize::from(self.seeds));
        Ok(DuelPlan { agents, targets, limits, rounds, seed: self.seed })
    }

    /// The targets that can be reached at all, suite by suite.
    fn targets(&self) -> anyhow::Result<Vec<Task>> {
        let options = LoadOptions { size: self.size, count: Some(self.count.into()), seed: self.seed };
        let mut sources = self.suite.clone();
        let mut seen = HashSet::new();
        sources.retain(|source| seen.insert(source.clone()));
        let mut targets = load_tasks(&sources, &options)?;
        targets.retain(|Task { suite, name, board }| match board.check_admissible() {
            Ok(()) => true,
            Err(reason) => {
                eprintln!("note: without {suite}:{name}, which is unreachable: {reason}");
                false
            }
        });
        if targets.is_empty() {
            bail!("no target is left to be reached");
        }
        Ok(targets)
    }

    fn write(&self, plan: &DuelPlan, analysis: &Analysis, results: &ResultsFile) -> anyhow::Result<()> {
        let report = DuelReport::new(plan, analysis, results, &self.command());
        let pictures = self.out.join(PICTURES);
        fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
        for (name, svg) in &report.pictures {
            write_file(&pictures.join(name), svg.as_bytes())?;
        }
        let json = serde_json::to_string_pretty(&analysis.json(plan)?)? + "\n";
        for (name, text) in
            [("duel.json", &json), ("report.md", &report.markdown), ("report.html", &report.html)]
        {
            write_file(&self.out.join(name), text.as_bytes())?;
        }
        eprintln!("wrote {}", self.out.join("report.html").display());
        Ok(())
    }

    /// The line that makes the same duel again.
    fn command(&self) -> String {
        let mut words: Vec<String> = ["tetreach", "bench", "duel", "--agents"].map(str::to_owned).to_vec();
        words.push(self.agents.join(","));
        let path = |path: &Path| path.display().to_string();
        words.extend(self.checkpoint.iter().flat_map(|file| ["--checkpoint".to_owned(), path(file)]));
        words.extend([
            format!("--suite {}", self.suite.join(",")),
            format!("--count {} --seeds {}", self.count, self.seeds),
            format!("--nodes {} --seconds {}", self.nodes, self.seconds),
        ]);
        words.extend(self.only.map(|only| match only {
            Only::Nodes => "--only nodes".to_owned(),
            Only::Seconds => "--only seconds".to_owned(),
        }));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

/// What is going to happen, in one line.
fn outline(plan: &DuelPlan, runs: usize, left: usize) -> String {
    let limits: Vec<String> = plan.limits.iter().map(AttemptLimit::to_string).collect();
    let done = runs - left;
    let kept = if done > 0 { format!(", {done} of them made before") } else { String::new() };
    format!(
        "{runs} runs{kept}: {} agents x {} targets x {} seeds, with {} each",
        plan.agents.len(),
        plan.targets.len(),
        plan.rounds,
        limits.join(" and ")
    )
}

/// The standings of all comparisons, for people.
fn summary(analysis: &Analysis) -> String {
    let tables = analysis.comparisons.iter().map(|comparison| {
        let mut table = Table::new();
        table.load_style(UTF8_FULL_CONDENSED);
        table.set_header(STANDING_HEADER);
        for standing in &comparison.standings {
            table.add_row(standing_cells(standing));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{}\n{table}\n", comparison.cost_model.title(comparison.limit))
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// A bar over all runs with the time to go; it exists on a terminal only.
struct Bar<'a> {
    plan: &'a DuelPlan,
    bar: ProgressBar,
    forecast: Mutex<Forecast>,
}

impl<'a> Bar<'a> {
    fn start(plan: &'a DuelPlan, forecast: Forecast) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(forecast.left() as u64), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {msg}");
        bar.set_style(style.expect("invariant: the template is well-formed"));
        Self { plan, bar, forecast: Mutex::new(forecast) }
    }
}

impl Observer<&KeyedAttempt> for Bar<'_> {
    fn observe(&self, KeyedAttempt { key, attempt }: &KeyedAttempt) {
        let agent = self.plan.agents.iter().position(|agent| agent.name == key.agent);
        let limit = self.plan.limits.iter().position(|limit| *limit == key.limit);
        let (Some(agent), Some(limit)) = (agent, limit) else { return };
        let mut forecast = self.forecast.lock().unwrap_or_else(PoisonError::into_inner);
        forecast.finished(agent, limit, attempt.all_seconds());
        self.bar.inc(1);
        let left = duration(forecast.seconds_left());
        self.bar.set_message(format!("{}, about {left} to go", key.agent));
    }
}

impl Drop for Bar<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
