//! `tetreach train`: from a config file to a network and its scores on unseen targets.

mod bench;
mod build_info;
mod console;
pub mod device_check;
mod seeds;
mod view;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use serde_json::Value;
use tetreach_agents::nn::device::DeviceChoice;

use self::build_info::BUILD;
use self::console::writers;
use self::seeds::sum_up;
use self::view::TrainingView;
use super::CommandOutcome;
use super::output::print;
use super::progress::cancel_on_interrupt;
use tetreach::classic::ClassicGame;
use tetreach::config::{Assignment, Layers, Origin, Resolved};
use tetreach::eval::wilson;
use tetreach::game::Size;
use tetreach::guideline::value::GuidelineKind;
use tetreach::train::{GameName, GameVisitor};
use tetreach_agents::Cancel;
use tetreach_agents::store::run_dir::{Facts, RunDir, shell_words};
use tetreach_agents::store::{BesideScore, Model, SuiteScore};
use tetreach_agents::train::run::Trainer;
use tetreach_agents::train::{Summary, TrainConfig};

pub use bench::TrainBench;

/// Trains a network from a config file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach train --config configs/train/quickstart.toml
  tetreach train --config configs/train/dqn-her.toml --seeds 0,1,2
  tetreach train --config configs/train/quickstart.toml --view
  tetreach train --resume runs/quickstart__0__20261116-091945 --set budget.seconds=600")]
pub struct Train {
    /// The config file of a new run.
    #[arg(long, value_name = "FILE", required_unless_present = "resume", conflicts_with = "resume")]
    config: Option<PathBuf>,
    /// Changes a setting; may be repeated.
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    assignments: Vec<Assignment>,
    /// Trains once with each of these seeds, one after the other, each in a folder of its own, and draws the mean of
    /// their curves; same as `--set run.seed=...` for each.
    #[arg(long, value_name = "N", value_delimiter = ',', conflicts_with = "resume",
          value_parser = clap::value_parser!(i64).range(0..))]
    seeds: Vec<i64>,
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
    /// Shows the run in the terminal while it trains: curves, numbers, games by its newest weights. Leaving the view
    /// does not end the training.
    #[arg(long)]
    view: bool,
    /// The folder that gets a folder for the new run.
    #[arg(long, value_name = "FOLDER", default_value = "runs", conflicts_with = "resume")]
    runs: PathBuf,
}

/// Sections that a resumed run may change without becoming another run.
const CHANGEABLE: [&str; 5] = ["budget.", "checkpoint.", "evaluation.test", "run.device", "actors.remote"];

impl Train {
    /// Trains, and prints the table of unseen targets.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let view = self.view.then(TrainingView::new).transpose()?;
        keep_memory();
        let folder = self.resume.as_deref().map(RunDir::resume).transpose()?;
        let file = match &folder {
            Some(folder) => folder.config(),
            None => self.config.clone().unwrap_or_default(),
        };
        let game = GameName::of(Some(&file), &self.assignments)?;
        let cancel = cancel_on_interrupt()?;
        let game = |folder, seed| {
            game.visit(TrainGame {
                arguments: &self,
                folder,
                file: &file,
                seed,
                cancel: &cancel,
                view: view.as_ref(),
            })
        };
        if self.seeds.is_empty() {
            let run = game(folder, None)?;
            return Ok(if run.summary.finished { CommandOutcome::Done } else { CommandOutcome::Failed });
        }
        let mut runs = Vec::new();
        for seed in &self.seeds {
            let run = game(None, Some(*seed))?;
            if !run.summary.finished {
                eprintln!("stopped with {} of {} seeds finished", runs.len(), self.seeds.len());
                return Ok(CommandOutcome::Failed);
            }
            runs.push(run);
        }
        print(&sum_up(&runs)?)?;
        Ok(CommandOutcome::Done)
    }

    fn layers<C: TrainConfig>(&self, file: &Path, seed: Option<i64>) -> anyhow::Result<Resolved<C>> {
        let seed = seed.map(|seed| Assignment::flag("--seeds", "run.seed", &seed.to_string()));
        let device = self.device;
        let device = device.map(|name| Assignment::flag("--device", "run.device", &format!("\"{name}\"")));
        let init = self.init.as_ref();
        let init =
            init.map(|path| Assignment::flag("--init", "run.init", &format!("{:?}", path.to_string_lossy())));
        let test = self.test_scores.then(|| Assignment::flag("--test-scores", "evaluation.test", "true"));
        let flags = seed.iter().chain(&device).chain(&init).chain(&test);
        let layers = self.assignments.iter().chain(flags).fold(Layers::new().file(file), Layers::assign);
        Ok(layers.resolve()?)
    }
}

/// A run of the game that the config names.
struct TrainGame<'a> {
    arguments: &'a Train,
    /// The run to resume, if it is not a new one.
    folder: Option<RunDir>,
    file: &'a Path,
    /// The seed, where not the config's.
    seed: Option<i64>,
    cancel: &'a Cancel,
    /// Where the run is shown.
    view: Option<&'a TrainingView>,
}

/// A run that has ended.
#[derive(Debug)]
struct TrainedRun {
    folder: PathBuf,
    summary: Summary,
}

impl GameVisitor for TrainGame<'_> {
    type Output = anyhow::Result<TrainedRun>;

    fn visit<C: TrainConfig>(self) -> anyhow::Result<TrainedRun> {
        let resolved = self.arguments.layers::<C>(self.file, self.seed)?;
        let run = resolved.config.train_settings().run;
        let facts = Facts::now(run.seed, BUILD);
        let mut trainer = match self.folder {
            Some(folder) => {
                check_changes(&resolved)?;
                Trainer::resume(folder, &resolved, facts, writers(self.view))?
            }
            None => {
                // Before there is a folder, so that a wrong path leaves nothing behind.
                let init = Some(Path::new(&run.init)).filter(|init| !init.as_os_str().is_empty());
                let init = init.map(Model::load).transpose()?;
                resolved.config.check_files()?;
                let runs = &self.arguments.runs;
                let folder = RunDir::create(runs, resolved.name(), &resolved.to_toml(), &facts)?;
                eprintln!("training in {}", folder.path().display());
                Trainer::create(folder, &resolved, facts, init.as_ref(), writers(self.view))?
            }
        };
        let folder = trainer.folder().path().to_owned();
        let mut train = || trainer.run(self.cancel);
        let summary = match self.view {
            Some(view) => view.show(&folder, self.cancel, train),
            None => train(),
        }?;
        print(&report(&summary, &folder, &resolved.settings()))?;
        Ok(TrainedRun { folder, summary })
    }
}

/// A run whose rules change half-way would not be the run that its folder tells of.
fn check_changes<C: TrainConfig>(resolved: &Resolved<C>) -> anyhow::Result<()> {
    for (path, _, origin) in resolved.given() {
        let is_argument = matches!(origin, Origin::Argument(_));
        if is_argument && !CHANGEABLE.iter().any(|start| path.starts_with(start)) {
            bail!(
                "`{path}` cannot change in a run that is resumed: only budget, checkpoint, evaluation.test, run.device \
                 and actors.remote can"
            );
        }
    }
    Ok(())
}

/// Starts the program again with glibc told to keep freed memory: libtorch frees and takes the same megabytes in every
/// operation, and giving them back to the system each time costs a fifth to a third of the speed.
fn keep_memory() {
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
fn report(summary: &Summary, run: &Path, settings: &Value) -> String {
    let run = shell_words([&run.to_string_lossy().into_owned()]);
    let program = shell_words([&std::env::args().next().unwrap_or_else(|| "tetreach".into())]);
    let mut text =
        format!("{} gradient steps in {:.0} s, all of it in {run}\n", summary.updates, summary.seconds);
    if !summary.finished {
        let _ = writeln!(text, "stopped; continue with\n  {program} train --resume {run}");
        return text;
    }
    let (scores, which) = if summary.unseen.is_empty() {
        (&summary.validation, "on validation targets, which also chose the best network")
    } else {
        (&summary.unseen, "on targets never seen in training (best network by validation)")
    };
    let by = summary.greedy;
    let _ = writeln!(text, "\ngreedy play by {by} {which}\n");
    text += &table(scores);
    let _ = writeln!(
        text,
        "\nnext\n  tensorboard --logdir {run}/events   (from `pip install tensorboard`)\n  {program} \
         inspect run {run} --svg curves.svg"
    );
    if let Some(arguments) = classic_arguments(settings) {
        let _ =
            writeln!(text, "  {program} tournament classic{arguments} --agents network:{run} --games 100");
    }
    if let Some(GuidelineKind::Guideline { preset }) = part(settings, "game") {
        let _ = writeln!(
            text,
            "  {program} tournament guideline --preset {preset} --agents network:{run},bot:{run}"
        );
    }
    // Only boards can be asked for by name.
    if let Some(size) = board_size(settings) {
        let size = if size == Size::STANDARD { String::new() } else { format!(" --size {size}") };
        let backward = scores.iter().filter_map(|score| score.suite.strip_prefix("backward-"));
        // One network for both directions has each suite twice, and takes targets apart best.
        let (agent, names): (&str, Vec<&str>) = match backward.collect::<Vec<_>>() {
            none if none.is_empty() => ("greedy", scores.iter().map(|score| score.suite.as_str()).collect()),
            names => ("greedy-backward", names),
        };
        let suites: Vec<&str> = names.iter().map(|name| name.trim_end_matches("@test")).collect();
        let suites = suites.join(",");
        let _ = writeln!(text, "  {program} eval --agent {agent} --checkpoint {run}{size} --suite {suites}");
        if let Some(example) = &summary.example {
            let _ = writeln!(text, "  {program} solve {example} --agent {agent} --checkpoint {run}{size}");
        }
    }
    text
}

/// A section of the settings, if it is one of these.
fn part<T: serde::de::DeserializeOwned>(settings: &Value, name: &str) -> Option<T> {
    serde_json::from_value(settings.get(name)?.clone()).ok()
}

/// The size of the boards, in a game that has boards.
fn board_size(settings: &Value) -> Option<Size> {
    let board = settings.get("board")?;
    let number = |name| board.get(name)?.as_u64()?.try_into().ok();
    Size::new(number("width")?, number("height")?).ok()
}

/// The rules of a run of classic Tetris as arguments of a tournament.
fn classic_arguments(settings: &Value) -> Option<String> {
    let ClassicGame::Classic { preset, width, height, pieces } = part(settings, "game")?;
    let mut text = format!(" --preset {preset} --size {width}x{height}");
    if !pieces.is_empty() {
        let _ = write!(text, " --pieces {pieces}");
    }
    Some(text)
}

fn table(scores: &[SuiteScore]) -> String {
    let wide = scores.iter().map(|score| score.suite.len()).max().unwrap_or(0).max(22);
    let mut text = format!("{:<wide$} {:>5} {:>9}   {:<15} {:>6}", "suite", "n", "reached", "95 %", "steps");
    if scores.iter().any(|score| score.mean_points.is_some()) {
        let _ = write!(text, " {:>9}", "points");
    }
    let players = scores.first().map_or(&[][..], |score| &score.beside);
    for BesideScore { player, .. } in players {
        let _ = write!(text, "  {:<23}", format!("{player} instead, 95 %"));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for score in scores {
        let interval = wilson(score.reached, score.targets);
        let range = format!("{:.1} - {:.1} %", 100.0 * interval.low, 100.0 * interval.high);
        let mut line = format!(
            "{:<wide$} {:>5} {:>7.1} %   {range:<15} {:>6.1}",
            score.suite,
            score.targets,
            100.0 * score.rate(),
            score.mean_length
        );
        if let Some(points) = score.mean_points {
            let _ = write!(line, " {points:>9.1}");
        }
        for BesideScore { reached, .. } in &score.beside {
            let rate = 100.0 * *reached as f64 / score.targets.max(1) as f64;
            let interval = wilson(*reached, score.targets);
            let range = format!("{:.1} - {:.1} %", 100.0 * interval.low, 100.0 * interval.high);
            let _ = write!(line, "  {:<23}", format!("{rate:.1} %, {range}"));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
