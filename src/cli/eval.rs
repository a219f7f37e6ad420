//! `tetreach eval`: how well an agent solves suites of targets.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

use super::Outcome;
use super::output::print;
use super::progress::{TargetBar, cancel_on_interrupt};
use super::solve::SearchArgs;
use crate::eval::{Distance, Evaluation, ReportFormat, Settings, Task, run};
use crate::game::SizeRule;
use crate::reach::{LoadOptions, load_suite};
use crate::solve::oracle::{DistanceTable, OracleCache};

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
    format: ReportFormat,
    /// Targets at a time; one for each core if left out.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Columns x rows of the board; `auto` takes the columns from the file.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: SizeRule,
}

impl Eval {
    /// Attempts all targets and prints the results.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let solver = self.search.solver()?;
        let tasks = self.tasks()?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores, usize::from);
        let settings = Settings {
            budget: self.search.budget(),
            seed: self.seed,
            jobs,
            threads: (cores / jobs).max(1),
            cancel: cancel_on_interrupt()?,
        };
        let table = known_distances(&tasks);
        let exact = table.as_ref().map(|table| table as &dyn Distance);
        let bar = TargetBar::start(tasks.len());
        let entrants = run(&*solver, &tasks, &settings, exact, &bar);
        bar.finish();

        let (done, stopped) = (entrants.len(), entrants.len() < tasks.len());
        let evaluation = Evaluation::new(solver.name(), settings.budget, self.seed, entrants);
        print(&evaluation.written(self.format)?)?;
        if stopped {
            eprintln!("stopped after {done} of {} targets", tasks.len());
        }
        Ok(if stopped { Outcome::Failed } else { Outcome::Done })
    }

    fn tasks(&self) -> anyhow::Result<Vec<Task>> {
        let options = LoadOptions { size: self.size, count: self.count, seed: self.seed };
        let mut tasks = Vec::new();
        for source in &self.suite {
            let suite = load_suite(source, &options)?;
            if let Some(shortage) = suite.shortage {
                eprintln!("note: {source}: {shortage}");
            }
            tasks.extend(suite.sketches.into_iter().enumerate().map(|(index, sketch)| Task {
                suite: source.clone(),
                name: sketch.name.unwrap_or_else(|| (index + 1).to_string()),
                board: sketch.board,
            }));
        }
        Ok(tasks)
    }
}

/// The table of exact distances of the tasks' board size, if one was built before.
fn known_distances(tasks: &[Task]) -> Option<DistanceTable> {
    let file = OracleCache::of_user().file(tasks.first()?.board.size())?;
    DistanceTable::open(&file).ok().filter(|table| table.origin().is_empty())
}
