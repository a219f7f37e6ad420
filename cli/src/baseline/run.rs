//! `tetreach baseline run`: tree search with a regressor.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::json;
use tetreach_agents::search::uct::{FinalMove, Selection};

use super::super::CommandOutcome;
use super::super::output::{print, write_file};
use super::super::progress::{SearchLine, cancel_on_interrupt};
use super::{FaultArgs, Preset, load_target, write_scene};
use crate::format::Format;
use tetreach::game::{Board, Solution};
use tetreach::reach::board_to_png;
use tetreach::solve::{Budget, Cancel, Meter, ProgressObserver};
use tetreach_lab::baseline::MctsCnn;
use tetreach_lab::baseline::mcts::{self, Mcts, PlayoutScore, ThesisMctsSettings, TreeCut, dot, tree_svg};
use tetreach_lab::baseline::regress::{FitSettings, ModelKind, TrainedModel, load_model};

/// Options of `tetreach baseline run`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach baseline run thesis:t --iterations 1000
  tetreach baseline run thesis:hi --model hi-mlp.model --score linear --selection uct --png-dir sequence
  tetreach baseline run thesis:t-and-i --preset repaired --dot tree.dot")]
pub struct RunArgs {
    /// A board file, a PNG, or a target of a suite such as `thesis:hi`.
    target: String,
    /// A trained regressor; one is trained now if left out.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The kind of regressor that is trained now.
    #[arg(long, value_name = "KIND", default_value = "mlp", conflicts_with = "model")]
    kind: ModelKind,
    /// Samples for the regressor that is trained now.
    #[arg(long, value_name = "N", default_value_t = 20_000, conflicts_with = "model",
          value_parser = clap::value_parser!(u32).range(4..))]
    samples: u32,
    /// Epochs of a network that is trained now.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "model")]
    epochs: Option<u32>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    faults: FaultArgs,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Most seconds of search.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Writes one picture per placement as the thesis does: 0.png, 1.png, ...
    #[arg(long, value_name = "FOLDER")]
    png_dir: Option<PathBuf>,
    /// Pixels of a cell in these pictures.
    #[arg(long, value_name = "PIXELS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    scale: u32,
    /// Writes the tree for Graphviz.
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Draws the tree, .svg or .png.
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Most nodes of a tree that is written, the most visited first.
    #[arg(long, value_name = "N", default_value_t = 40)]
    tree_nodes: usize,
}

/// How the tree is searched.
#[derive(Clone, Debug, Args)]
struct SearchArgs {
    /// New nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    iterations: u32,
    /// Random games from each new node; 0 asks the regressor about the node itself.
    #[arg(long, value_name = "N", default_value_t = 50)]
    playouts: u32,
    /// Most moves.
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_steps: u32,
    /// The weight of exploration.
    #[arg(long, value_name = "C", default_value_t = std::f64::consts::SQRT_2)]
    exploration: f64,
    /// What the end of a random game is worth.
    #[arg(long, value_enum, default_value = "distinguished")]
    score: ScoreArg,
    /// Where the tree grows; the preset decides if left out.
    #[arg(long, value_enum)]
    selection: Option<SelectionArg>,
    /// Which move is made, without the fault least-visited-choice.
    #[arg(long, value_enum)]
    choice: Option<ChoiceArg>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoreArg {
    /// 100 less the guessed steps.
    Linear,
    /// A hundredth of that, and 100 for the target.
    Distinguished,
    /// The sign of the sum.
    Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SelectionArg {
    /// The thesis' UCT: a node may be better than its children.
    Uct,
    /// The same, after all moves of the root.
    BreadthFirst,
    /// The textbook's UCT: all moves of a node before any below them.
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChoiceArg {
    /// The highest wins / visits.
    Wins,
    /// The most visits.
    Visits,
}

impl RunArgs {
    /// Trains if need be, searches, prints and draws.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let (name, target) = load_target(&self.target)?;
        let settings = self.settings();
        settings.validate()?;
        if self.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
            bail!("expected a number of seconds above 0");
        }
        let cancel = cancel_on_interrupt()?;
        let line = SearchLine::start("baseline");
        let Some(trained) = self.regressor(target, settings, &cancel, &line)? else {
            line.finish();
            return Ok(CommandOutcome::Failed);
        };
        let started = Instant::now();
        let mut meter = Meter::start(Budget { nodes: None, seconds: self.seconds }, cancel);
        let mut search = Mcts::new(target, &trained.model, settings);
        let outcome = search.run(&mut meter, &mut Pcg64Mcg::seed_from_u64(self.seed), &line);
        let seconds = started.elapsed().as_secs_f64();
        line.finish();

        let is_legal = Solution::replay(&target, outcome.actions.iter().copied()).is_ok();
        let report = Told {
            name: &name,
            target,
            trained: &trained,
            outcome: &outcome,
            is_legal,
            seconds,
            nodes: meter.nodes(),
        };
        print(&match self.format {
            Format::Text => report.text(),
            Format::Json => report.json(&settings)?,
        })?;
        if let Some(folder) = &self.png_dir {
            write_sequence(folder, &outcome.boards, self.scale)?;
        }
        let cut = TreeCut::new(search.tree(), self.tree_nodes);
        if let Some(file) = &self.dot {
            write_file(file, dot(&cut).as_bytes())?;
        }
        if let Some(file) = &self.tree {
            write_scene(file, &tree_svg(&cut))?;
        }
        Ok(if outcome.reached && is_legal { CommandOutcome::Done } else { CommandOutcome::Failed })
    }

    fn settings(&self) -> ThesisMctsSettings {
        let SearchArgs { iterations, playouts, max_steps, exploration, score, .. } = self.search;
        let agent = match self.faults.preset {
            Preset::Thesis => MctsCnn::thesis(),
            Preset::Repaired => MctsCnn::repaired(),
        };
        ThesisMctsSettings {
            iterations,
            playouts,
            max_steps,
            exploration,
            score: match score {
                ScoreArg::Linear => PlayoutScore::Linear,
                ScoreArg::Distinguished => PlayoutScore::Distinguished,
                ScoreArg::Sign => PlayoutScore::Sign,
            },
            selection: self.search.selection.map_or(agent.search.selection, |selection| match selection {
                SelectionArg::Uct => Selection::SelfSelecting,
                SelectionArg::BreadthFirst => Selection::BreadthFirstRoot,
                SelectionArg::Full => Selection::FullExpansion,
            }),
            choice: self.search.choice.map_or(agent.search.choice, |choice| match choice {
                ChoiceArg::Wins => FinalMove::WinRate,
                ChoiceArg::Visits => FinalMove::Visits,
            }),
            faults: self.faults.faults(),
        }
    }

    fn regressor(
        &self,
        target: Board,
        search: ThesisMctsSettings,
        cancel: &Cancel,
        observer: &ProgressObserver<'_>,
    ) -> anyhow::Result<Option<TrainedModel>> {
        if let Some(file) = &self.model {
            let trained = load_model(file)?;
            if trained.recipe.target != target {
                bail!("{} was trained for another target: each target needs its own", file.display());
            }
            return Ok(Some(trained));
        }
        let agent = MctsCnn {
            kind: self.kind,
            samples: self.samples as usize,
            fit: FitSettings { seed: 0, epochs: self.epochs },
            search,
            ..MctsCnn::repaired()
        };
        Ok(agent.regressor(target, self.seed, cancel, observer))
    }
}

/// What is told of a run.
struct Told<'a> {
    name: &'a str,
    target: Board,
    trained: &'a TrainedModel,
    outcome: &'a mcts::SearchEnd,
    is_legal: bool,
    seconds: f64,
    nodes: u64,
}

impl Told<'_> {
    fn text(&self) -> String {
        let end = self.outcome.boards.last().copied().unwrap_or(self.target);
        let verdict = match (self.outcome.reached, self.is_legal) {
            (true, true) => "reached",
            (true, false) => "reached, but not by the rules",
            (false, _) => "not reached",
        };
        format!(
            "{}: {verdict} after {} pieces, {} iterations, {} placements, {:.1} s ({} trained in {:.1} s)\n\n{}",
            self.name,
            self.outcome.actions.len(),
            self.outcome.iterations,
            self.nodes,
            self.seconds,
            self.trained.model.kind(),
            self.trained.seconds,
            side_by_side(&self.target, &end)
        )
    }

    fn json(&self, settings: &ThesisMctsSettings) -> anyhow::Result<String> {
        let boards: Vec<Vec<String>> = self
            .outcome
            .boards
            .iter()
            .map(|board| board.to_string().lines().map(str::to_owned).collect())
            .collect();
        let value = json!({
            "name": self.name,
            "reached": self.outcome.reached,
            "legal": self.is_legal,
            "pieces": self.outcome.actions.len(),
            "iterations": self.outcome.iterations,
            "placements": self.nodes,
            "search_seconds": self.seconds,
            "training_seconds": self.trained.seconds,
            "model": self.trained.model.kind(),
            "settings": settings,
            "boards": boards,
        });
        Ok(serde_json::to_string(&value)? + "\n")
    }
}

/// Target and last board beside each other.
fn side_by_side(target: &Board, end: &Board) -> String {
    let rows = target.stack_height().max(end.stack_height()).max(1);
    let width = usize::from(target.width());
    let cells = |board: &Board, row: usize| -> String {
        (0..width).map(|column| if board.is_filled(row, column) { '#' } else { '.' }).collect()
    };
    let mut text = format!("{:<width$}   last board\n", "target");
    for row in (0..rows).rev() {
        text += &format!("{}   {}\n", cells(target, row), cells(end, row));
    }
    text
}

/// One picture per board: 0.png after the first placement, as the thesis counts.
pub(super) fn write_sequence(folder: &Path, boards: &[Board], scale: u32) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (index, board) in boards.iter().skip(1).enumerate() {
        write_file(&folder.join(format!("{index}.png")), &board_to_png(board, scale)?)?;
    }
    eprintln!("wrote {} pictures into {}", boards.len().saturating_sub(1), folder.display());
    Ok(())
}
