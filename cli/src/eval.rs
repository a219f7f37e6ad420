//! `tetreach eval`: how well an agent solves suites of targets.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;

use super::format::TableFormat;
use super::output::{append_file, print};
use super::progress::{TargetBar, cancel_on_interrupt};
use super::solve::SearchArgs;
use super::suites::load_tasks;
use super::{CommandOutcome, Libtorch};
use tetreach::eval::{Evaluated, Evaluation, EvaluationSettings, Runner, add_exact, known_distances};
use tetreach::game::SizeRule;
use tetreach::reach::LoadOptions;
use tetreach::recording::{RecordedGame, RecordedReach};

/// Runs an agent over suites of targets and sums up.
#[derive(Debug, Args)]
pub struct Eval {
    /// Built-in suites or suite files; may be repeated or separated by commas.
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',', required = true)]
    suite: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Most targets of each suite.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Seed of generated suites and of the agent.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How results are printed: suites as table or Markdown, every target as JSON or CSV.
    #[arg(long, value_enum, default_value = "table")]
    format: TableFormat,
    /// Appends the ways found to this file as recorded games, one JSON object per line: `tetreach inspect demo` checks
    /// them, and `replay.demonstration_files` shows them in training.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Targets at a time; one for each core if left out.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Columns x rows of the board; `auto` takes the columns from the file.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: SizeRule,
}

impl Eval {
    /// Attempts all targets and prints the results.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<CommandOutcome> {
        let solver = self.search.solver::<L>()?;
        let options = LoadOptions { size: self.size, count: self.count, seed: self.seed };
        let tasks = load_tasks(&self.suite, &options)?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores, usize::from);
        let settings = EvaluationSettings {
            budget: self.search.budget(),
            seed: self.seed,
            threads: (cores / jobs).max(1),
        };
        let table = known_distances(&tasks);
        let bar = TargetBar::start(tasks.len());
        let runner = Runner { jobs, cancel: cancel_on_interrupt()?, deadline: None, observer: &bar };
        let mut results = runner.evaluate(&*solver, &tasks, &settings);
        bar.finish();
        if let Some(file) = &self.record {
            record(file, &results)?;
        }
        if let Some(table) = &table {
            add_exact(&mut results, table);
        }

        let (done, stopped) = (results.len(), results.len() < tasks.len());
        let evaluation = Evaluation::new(solver.name(), settings.budget, self.seed, results);
        print(&evaluation.written(self.format.into())?)?;
        if stopped {
            eprintln!("stopped after {done} of {} targets", tasks.len());
        }
        Ok(if stopped { CommandOutcome::Failed } else { CommandOutcome::Done })
    }
}

/// Appends the ways that were found to a file of recorded games.
fn record(file: &Path, results: &[Evaluated]) -> anyhow::Result<()> {
    let mut text = String::new();
    for Evaluated { task, attempt, .. } in results {
        if let Some(solution) = attempt.solution(&task.board) {
            let game = RecordedGame::Reach(RecordedReach::of(&task.name, &solution));
            text += &(serde_json::to_string(&game)? + "\n");
        }
    }
    append_file(file, text.as_bytes())
}
