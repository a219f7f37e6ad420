//! `tetreach train`: from a config file to a network and its scores on unseen targets.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use tetreach_agents::nn::device::DeviceChoice;

use super::Outcome;
use super::output::print;
use super::progress::cancel_on_interrupt;
use crate::build_info::BUILD;
use crate::console::observers;
use tetreach::config::{Assignment, Config, Layers, Origin, Resolved};
use tetreach::eval::wilson;
use tetreach::game::Size;
use tetreach::network::Model;
use tetreach::train::{Summary, Trainer};
use tetreach_agents::store::SuiteScore;
use tetreach_agents::store::run_dir::{Facts, RunDir, shell_words};

/// Trains a network from a config file.
#[derive(Debug, Args)]
pub struct Train {
    /// The config file of a new run.
    #[arg(long, value_name = "FILE", required_unless_present = "resume", conflicts_with = "resume")]
    config: Option<PathBuf>,
    /// Changes a setting; may be repeated.
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    assignments: Vec<Assignment>,
    /// Goes on with a run exactly where it was saved last; `--set budget.seconds=600` gives it more time.
    #[arg(long, value_name = "RUN")]
    resume: Option<PathBuf>,
    /// Starts from the weights of another run or checkpoint instead of random ones; same as `--set run.init=...`.
    #[arg(long, value_name = "CHECKPOINT", conflicts_with = "resume")]
    init: Option<PathBuf>,
    /// Scores the best network on the test split at the end; same as `--set evaluation.test=true`.
    #[arg(long)]
    test_scores: bool,
    /// Where the network runs.
    #[arg(long, value_name = "cpu|cuda|auto")]
    device: Option<DeviceChoice>,
    /// The folder that gets a folder for the new run.
    #[arg(long, value_name = "FOLDER", default_value = "runs", conflicts_with = "resume")]
    runs: PathBuf,
}

/// Sections that a resumed run may change without becoming another run.
const CHANGEABLE: [&str; 4] = ["budget.", "checkpoint.", "evaluation.test", "run.device"];

impl Train {
    /// Trains, and prints the table of unseen targets.
    pub fn run(self) -> anyhow::Result<Outcome> {
        keep_memory();
        let (mut trainer, size) = match &self.resume {
            Some(run) => {
                let folder = RunDir::resume(run)?;
                let resolved = self.resolve(&folder.config())?;
                check_changes(&resolved)?;
                let facts = Facts::now(resolved.config.run.seed, BUILD);
                (Trainer::resume(folder, &resolved, facts, observers())?, resolved.config.board.size()?)
            }
            None => {
                let resolved = self.resolve(self.config.as_deref().unwrap_or(Path::new("")))?;
                let facts = Facts::now(resolved.config.run.seed, BUILD);
                let init = Some(&resolved.config.run.init).filter(|init| !init.is_empty());
                // Before there is a folder, so that a wrong path leaves nothing behind.
                let init = init.map(|init| Model::load(Path::new(init))).transpose()?;
                let folder = RunDir::create(&self.runs, resolved.name(), &resolved.to_toml(), &facts)?;
                eprintln!("training in {}", folder.path().display());
                let size = resolved.config.board.size()?;
                (Trainer::create(folder, &resolved, facts, init.as_ref(), observers())?, size)
            }
        };
        let summary = trainer.run(&cancel_on_interrupt()?)?;
        print(&report(&summary, trainer.folder().path(), size))?;
        Ok(if summary.finished { Outcome::Done } else { Outcome::Failed })
    }

    fn resolve(&self, file: &Path) -> anyhow::Result<Resolved<Config>> {
        let device = self.device;
        let device = device.map(|name| Assignment::flag("--device", "run.device", &format!("\"{name}\"")));
        let init = self.init.as_ref();
        let init =
            init.map(|path| Assignment::flag("--init", "run.init", &format!("{:?}", path.to_string_lossy())));
        let test = self.test_scores.then(|| Assignment::flag("--test-scores", "evaluation.test", "true"));
        let flags = device.iter().chain(&init).chain(&test);
        let layers = self.assignments.iter().chain(flags).fold(Layers::new().file(file), Layers::assign);
        Ok(layers.resolve()?)
    }
}

/// A run whose rules change half-way would not be the run that its folder tells of.
fn check_changes(resolved: &Resolved<Config>) -> anyhow::Result<()> {
    for (path, _, origin) in resolved.given() {
        let is_argument = matches!(origin, Origin::Argument(_));
        if is_argument && !CHANGEABLE.iter().any(|start| path.starts_with(start)) {
            bail!(
                "`{path}` cannot change in a run that is resumed: only budget, checkpoint, evaluation.test and \
                 run.device can"
            );
        }
    }
    Ok(())
}

/// Starts the program anew with glibc told to keep freed memory: libtorch frees and takes the same megabytes in every
/// operation, and giving them back to the system each time costs a fifth to a third of the speed.
pub(super) fn keep_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt;
        const SETTINGS: [(&str, &str); 3] = [
            ("MALLOC_MMAP_THRESHOLD_", "4000000000"),
            ("MALLOC_TRIM_THRESHOLD_", "8000000000"),
            ("MALLOC_TOP_PAD_", "268435456"),
        ];
        if SETTINGS.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
            return;
        }
        let mut arguments = std::env::args_os();
        if let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) {
            // Comes back only if it failed; then training is slower and otherwise the same.
            drop(std::process::Command::new(program).arg0(name).args(arguments).envs(SETTINGS).exec());
        }
    }
}

/// What became of the run, and the commands to go on with, as they can be typed here.
fn report(summary: &Summary, run: &Path, size: Size) -> String {
    let run = shell_words([&run.to_string_lossy().into_owned()]);
    let program = shell_words([&std::env::args().next().unwrap_or_else(|| "tetreach".into())]);
    let size = if size == Size::STANDARD { String::new() } else { format!(" --size {size}") };
    let mut text =
        format!("{} gradient steps in {:.0} s, all of it in {run}\n", summary.updates, summary.seconds);
    if !summary.finished {
        let _ = writeln!(text, "stopped; go on with\n  {program} train --resume {run}");
        return text;
    }
    let (scores, which) = if summary.unseen.is_empty() {
        (&summary.validation, "on validation targets, which also chose the best network")
    } else {
        (&summary.unseen, "on targets never seen in training (best network by validation)")
    };
    let _ = writeln!(text, "\ngreedy play {which}\n");
    text += &table(scores);
    let suites: Vec<&str> = scores.iter().map(|score| score.suite.trim_end_matches("@test")).collect();
    let suites = suites.join(",");
    let _ = write!(
        text,
        "\nnext\n  tensorboard --logdir {run}/events   (from `pip install tensorboard`)\n  {program} eval --agent greedy \
         --checkpoint {run}{size} --suite {suites}\n"
    );
    if let Some(example) = &summary.example {
        let _ = writeln!(text, "  {program} solve {example} --agent greedy --checkpoint {run}{size}");
    }
    text
}

fn table(scores: &[SuiteScore]) -> String {
    let mut text =
        format!("{:<20} {:>7} {:>9}   {:<15} {:>6}\n", "suite", "targets", "reached", "95 %", "pieces");
    for score in scores {
        let interval = wilson(score.reached, score.targets);
        let range = format!("{:.1} - {:.1} %", 100.0 * interval.low, 100.0 * interval.high);
        let _ = writeln!(
            text,
            "{:<20} {:>7} {:>7.1} %   {range:<15} {:>6.1}",
            score.suite,
            score.targets,
            100.0 * score.rate(),
            score.mean_length
        );
    }
    text
}
