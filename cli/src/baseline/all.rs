//! `tetreach baseline all`: every figure and table of the thesis.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::super::CommandOutcome;
use super::super::output::print;
use super::super::progress::cancel_on_interrupt;
use super::figures::Figures;
use super::run::write_sequence;
use super::samples::make;
use super::train::train;
use super::{Preset, load_target};
use tetreach::game::Board;
use tetreach::solve::Cancel;
use tetreach_lab::baseline::experiment::{Setting, SettingResult, thesis_grid};
use tetreach_lab::baseline::plot::{board_sheet, box_plot, histogram_plot};
use tetreach_lab::baseline::regress::{Assessment, FitSettings, ModelKind, TrainedModel};
use tetreach_lab::baseline::samples::{
    DatasetName, SampleSet, ScoreHistogram, TrainTestSplit, balanced, legality,
};

/// The thesis' three targets.
const TARGETS: [&str; 3] = ["thesis:hi", "thesis:t", "thesis:t-and-i"];
/// Scores of C that count from the target and from the empty board.
const BEGIN: (u32, u32) = (0, 49);
const END: (u32, u32) = (50, 100);

/// Options of `tetreach baseline all`.
#[derive(Debug, Args)]
#[command(after_help = "\
With --samples 78600 --effort 1 everything has the thesis' size.

Examples:
  tetreach baseline all --out thesis --small
  tetreach baseline all --out thesis --samples 20000 --effort 0.1 --seeds 3")]
pub struct All {
    /// The folder for figures, tables, samples and report.md.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// A few samples and iterations: shows that everything works, and nothing else.
    #[arg(long, conflicts_with_all = ["samples", "effort", "seeds"])]
    small: bool,
    /// Samples of each data set.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(40..))]
    samples: u32,
    /// The share of the thesis' random games, above 0; the iterations are always the thesis'.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = share)]
    effort: f64,
    /// Runs of each search.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share <= 100.0 => Ok(share),
        _ => Err("expected a number above 0, 1 for the thesis' size".into()),
    }
}

/// Everything that the parts share.
struct Work {
    figures: Figures,
    cancel: Cancel,
    samples: usize,
    epochs: Option<u32>,
    seed: u64,
}

impl All {
    /// Makes it all and says where the report is.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let (samples, effort) = if self.small { (400, 0.02) } else { (self.samples as usize, self.effort) };
        let mut work = Work {
            figures: Figures::new(&self.out)?,
            cancel: cancel_on_interrupt()?,
            samples,
            epochs: self.small.then_some(4),
            seed: self.seed,
        };
        work.figures.say(&format!(
            "{samples} samples per data set, {effort} of the thesis' random games, {} runs per search, seed {}.\n",
            self.seeds, self.seed
        ));
        let targets = TARGETS.map(load_target).into_iter().collect::<Result<Vec<_>, _>>()?;
        let row: Vec<_> = targets.iter().map(|(name, board)| (name.as_str(), *board)).collect();
        work.figures.figure("figure-06", "Figure 6: the targets", &board_sheet("Targets", &[row]))?;
        let model = work.regressors(targets[0].1)?;
        let Some(model) = model else { return Ok(CommandOutcome::Failed) };
        let finished = work.searches(&targets, model, effort, self.small, self.seeds)?;
        let settings = json!({
            "samples": samples, "effort": effort, "seeds": self.seeds, "seed": self.seed, "small": self.small,
        });
        let report = work.figures.finish(settings)?;
        print(&format!("{}\n", report.display()))?;
        Ok(if finished { CommandOutcome::Done } else { CommandOutcome::Failed })
    }
}

impl Work {
    fn set(&mut self, dataset: DatasetName, target: Board, preset: Preset) -> anyhow::Result<SampleSet> {
        let mut set = SampleSet::new(dataset.recipe(target, preset.faults(), self.seed));
        let started = Instant::now();
        make(&mut set, self.samples, None, &self.cancel)?;
        let rate = self.samples as f64 / started.elapsed().as_secs_f64();
        eprintln!("data set {}: {rate:.0} samples per second", dataset.letter());
        Ok(set)
    }

    fn fit(
        &mut self,
        set: &SampleSet,
        kind: ModelKind,
        balance: bool,
        names: (&str, &str),
    ) -> Option<(TrainedModel, Assessment)> {
        // An epoch of the convolutional network takes as long as hundreds of the others.
        let epochs = self.epochs.map(|epochs| if kind == ModelKind::Conv { 1 } else { epochs });
        let settings = FitSettings { seed: self.seed, epochs };
        let split = TrainTestSplit::of(set, balance, self.seed);
        let trained = train(set, &split, kind, balance, settings, &self.cancel)?;
        let assessment = Assessment::of(&trained.model, &split.test);
        self.figures.model(names.0, names.1, split.training.len(), &trained, &assessment);
        Some((trained, assessment))
    }

    /// Figures 8 to 17, and the perceptron of the first target; `None` if cancelled.
    fn regressors(&mut self, hi: Board) -> anyhow::Result<Option<TrainedModel>> {
        let sets = [DatasetName::A, DatasetName::B, DatasetName::C];
        let [a, b, c] = sets.map(|dataset| self.set(dataset, hi, Preset::Thesis));
        let (a, b, c) = (a?, b?, c?);
        for (set, name, title) in [
            (&a, "figure-08a", "Figure 8a: data set A, backwards with 20 % lines"),
            (&b, "figure-08b", "Figure 8b: data set B, backwards with 40 % lines"),
        ] {
            self.figures.figure(name, title, &histogram_plot(&ScoreHistogram::of(&set.samples), title))?;
        }
        let fixed = balanced(&c.samples, self.seed);
        for (samples, figure, title) in
            [(&c.samples, "09", "data set C, forwards and backwards"), (&fixed, "10", "data set C filled up")]
        {
            for (part, range) in [("a", BEGIN), ("b", END)] {
                let title = format!("Figure {}{part}: {title}", figure.trim_start_matches('0'));
                let histogram = ScoreHistogram::of(samples).part(range.0, range.1);
                let name = format!("figure-{figure}{part}");
                self.figures.figure(&name, &title, &histogram_plot(&histogram, &title))?;
            }
        }
        self.legality(hi);

        let mut plots = Vec::new();
        let mut perceptron = None;
        self.figures.say("\n## Regressors\n");
        self.figures.model_table();
        for (kind, figure) in ModelKind::ALL.into_iter().zip(["11", "12", "13", "14", "14-conv"]) {
            let Some((trained, result)) = self.fit(&a, kind, false, ("thesis", "A")) else { return Ok(None) };
            plots.push((
                format!("figure-{figure}"),
                format!("Figure {figure}: {}, data set A", kind.title()),
                result,
                END.1,
            ));
            if kind == ModelKind::Mlp {
                perceptron = Some(trained);
            }
        }
        let rest = [
            (&b, ModelKind::Mlp, false, "B"),
            (&c, ModelKind::Mlp, false, "C"),
            (&c, ModelKind::Mlp, true, "C filled up"),
        ];
        for (set, kind, balance, name) in rest {
            let Some((_, result)) = self.fit(set, kind, balance, ("thesis", name)) else { return Ok(None) };
            match name {
                "B" => plots.push((
                    "figure-16".into(),
                    "Figure 16: The thesis CNN, data set B".into(),
                    result,
                    END.1,
                )),
                "C" => {}
                _ => {
                    let title = |part| format!("Figure 17{part}: The thesis CNN, data set C filled up");
                    plots.push(("figure-17a".into(), title("a"), result.clone(), BEGIN.1));
                    plots.push(("figure-17b".into(), title("b"), result, END.1 + 1));
                }
            }
        }
        let repaired = self.set(DatasetName::A, hi, Preset::Repaired)?;
        for kind in ModelKind::ALL {
            if self.fit(&repaired, kind, false, ("repaired", "A")).is_none() {
                return Ok(None);
            }
        }
        self.figures.say("\n## Guesses against the truth\n\nFigure 15 is Figure 14.\n");
        for (name, title, result, last) in plots {
            let range = if last > END.1 { END } else { (0, last) };
            self.figures.figure(&name, &title, &box_plot(&result, &title, range))?;
        }
        Ok(perceptron)
    }

    /// How many of the thesis' steps back are moves of the game.
    fn legality(&mut self, hi: Board) {
        self.figures.say("\n## Steps back that are moves of the game (HI)\n");
        self.figures
            .say("| preset | line chance | removals | line steps | samples wholly |\n|---|---|---|---|---|");
        for (preset, name) in [(Preset::Thesis, "thesis"), (Preset::Repaired, "repaired")] {
            for dataset in [DatasetName::A, DatasetName::B] {
                let recipe = dataset.recipe(hi, preset.faults(), self.seed);
                let count = self.samples.min(1000) as u64;
                let counts = legality(&recipe, count);
                self.figures.say(&format!(
                    "| {name} | {} | {} / {} | {} / {} | {} / {count} |",
                    recipe.line_chance,
                    counts.removals.legal,
                    counts.removals.drawn,
                    counts.line_steps.legal,
                    counts.line_steps.drawn,
                    counts.legal_samples
                ));
            }
        }
    }

    /// The table of searches and Figure 18; `false` if cancelled.
    fn searches(
        &mut self,
        targets: &[(String, Board)],
        hi_model: TrainedModel,
        effort: f64,
        small: bool,
        seeds: u64,
    ) -> anyhow::Result<bool> {
        let mut hi_model = Some(hi_model);
        let mut cells: Vec<SettingResult> = Vec::new();
        self.figures.say(
            "\n## Searches\n\nThe regressors of the targets, each on samples of its own made as data set A:\n",
        );
        self.figures.model_table();
        for preset in [Preset::Thesis, Preset::Repaired] {
            for (name, target) in targets {
                let kept = if preset == Preset::Thesis { hi_model.take() } else { None };
                let trained = match kept {
                    Some(model) => model,
                    None => {
                        let set = self.set(DatasetName::A, *target, preset)?;
                        let names =
                            (if preset == Preset::Thesis { "thesis" } else { "repaired" }, name.as_str());
                        let Some((trained, _)) = self.fit(&set, ModelKind::Mlp, false, names) else {
                            return Ok(false);
                        };
                        trained
                    }
                };
                for setting in thesis_grid(effort, 20) {
                    if setting.has_faults != (preset == Preset::Thesis) {
                        continue;
                    }
                    let setting = if small { shrunk(setting) } else { setting };
                    let seeds = self.seed..self.seed + seeds;
                    let cell = setting.run(name, *target, &trained.model, seeds, &self.cancel);
                    if self.cancel.is_cancelled() {
                        return Ok(false);
                    }
                    eprintln!(
                        "{} {name} {} x {} {} {}: {} of {} reached, {:.1} s",
                        setting.preset(),
                        setting.search.iterations,
                        setting.search.playouts,
                        setting.search.score.name(),
                        setting.selection(),
                        cell.reached,
                        cell.runs,
                        cell.seconds
                    );
                    cells.push(cell);
                }
            }
        }
        self.figures.say("");
        self.figures.grid(&cells);
        self.ends(targets, &cells)?;
        Ok(true)
    }

    /// Figure 18: where the searches ended, with the sequences as pictures.
    fn ends(&mut self, targets: &[(String, Board)], cells: &[SettingResult]) -> anyhow::Result<()> {
        let mut rows = Vec::new();
        for (name, target) in targets {
            let mut row = vec![("target", *target)];
            for (has_faults, caption) in [(true, "thesis"), (false, "repaired")] {
                let of_preset =
                    cells.iter().filter(|cell| cell.target == *name && cell.setting.has_faults == has_faults);
                let Some(best) = of_preset.max_by_key(|cell| cell.reached) else { continue };
                row.extend(best.boards.last().map(|board| (caption, *board)));
                write_sequence(&self.figures.file(&format!("sequence-{caption}-{name}")), &best.boards, 1)?;
            }
            rows.push(row);
        }
        let title = "Figure 18: where the best setting of each preset ended";
        self.figures.figure("figure-18", title, &board_sheet("Where the searches ended", &rows))
    }
}

/// A setting that takes no time.
fn shrunk(mut setting: Setting) -> Setting {
    setting.search.iterations /= 25;
    setting.search.max_steps = 3;
    setting
}
