//! `tetreach baseline samples`: labelled boards.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::super::CommandOutcome;
use super::super::output::{print, write_file};
use super::super::progress::cancel_on_interrupt;
use super::bar::bar;
use super::{FaultArgs, load_target};
use tetreach::solve::Cancel;
use tetreach_lab::baseline::samples::{
    BoardSample, DatasetName, Recipe, SampleSet, ScoreHistogram, legality, load_set, save_set, write_folder,
};

/// Samples between two versions of the file, so that a run that is cut off loses little.
const SAVED_EVERY: usize = 20_000;
/// What the thesis' code makes in a second.
const THESIS_RATE: (f64, f64) = (3.0, 10.0);

/// Options of `tetreach baseline samples`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach baseline samples thesis:hi --dataset a --out hi-a.samples
  tetreach baseline samples thesis:hi --dataset c --count 1000 --out c.samples --png-dir samples_c
An existing file of the same recipe is completed, so that an interrupted run can be taken up again.")]
pub struct SamplesArgs {
    /// A board file, a PNG, or a target of a suite such as `thesis:hi`.
    target: String,
    /// Backwards with 20 % (a) or 40 % (b) lines, or half forwards (c).
    #[arg(long, value_enum, default_value = "a")]
    dataset: Dataset,
    /// How many samples.
    #[arg(long, value_name = "N", default_value_t = 78_600,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// The chance of a line instead of the data set's, 0 to 1.
    #[arg(long, value_name = "P")]
    line_chance: Option<f64>,
    /// The most steps of a sample instead of the data set's.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    faults: FaultArgs,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Also writes one picture per sample: sample_M_score_N.png.
    #[arg(long, value_name = "FOLDER")]
    png_dir: Option<PathBuf>,
    /// Also writes all samples as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Counts how many steps back, of N samples, are moves of the game.
    #[arg(long, value_name = "N")]
    legality: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Dataset {
    /// Backwards, line chance 20 %.
    A,
    /// Backwards, line chance 40 %.
    B,
    /// Half backwards, half forwards.
    C,
}

impl From<Dataset> for DatasetName {
    fn from(dataset: Dataset) -> Self {
        match dataset {
            Dataset::A => DatasetName::A,
            Dataset::B => DatasetName::B,
            Dataset::C => DatasetName::C,
        }
    }
}

impl SamplesArgs {
    /// Makes what is missing, writes it, and sums up.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let (name, target) = load_target(&self.target)?;
        let mut recipe = DatasetName::from(self.dataset).recipe(target, self.faults.faults(), self.seed);
        recipe.line_chance = self.line_chance.unwrap_or(recipe.line_chance);
        recipe.depth = self.depth.unwrap_or(recipe.depth);
        recipe.validate()?;
        let cancel = cancel_on_interrupt()?;
        let mut set = started(&self.out, recipe)?;
        let kept = set.samples.len();
        let begun = Instant::now();
        make(&mut set, self.count as usize, Some(&self.out), &cancel)?;
        let (made, seconds) = (set.samples.len() - kept, begun.elapsed().as_secs_f64());
        if let Some(file) = &self.json {
            write_file(file, &written(&set)?)?;
        }
        if let Some(folder) = &self.png_dir {
            let bar = bar("pictures", set.samples.len() as u64);
            write_folder(folder, &set.samples, || bar.inc(1))?;
            bar.finish_and_clear();
        }
        let histogram = ScoreHistogram::of(&set.samples);
        let mut text = format!(
            "{name}, data set {:?}: {} samples ({made} new), scores {} to {}, rarest / most frequent {:.2}\n",
            self.dataset,
            set.samples.len(),
            histogram.counts.keys().next().copied().unwrap_or(0),
            histogram.counts.keys().next_back().copied().unwrap_or(0),
            histogram.evenness()
        );
        if made > 0 {
            let rate = made as f64 / seconds.max(1e-9);
            let (slow, fast) = THESIS_RATE;
            let _ = writeln!(
                text,
                "{rate:.0} samples per second, the thesis {slow} to {fast}: {:.0} to {:.0} times as many",
                rate / fast,
                rate / slow
            );
        }
        if let Some(count) = self.legality {
            let counts = legality(&recipe, count);
            let _ = writeln!(
                text,
                "legal: {} of {} removals, {} of {} line steps, {} of {count} samples wholly",
                counts.removals.legal,
                counts.removals.drawn,
                counts.line_steps.legal,
                counts.line_steps.drawn,
                counts.legal_samples
            );
        }
        print(&text)?;
        Ok(if cancel.is_cancelled() { CommandOutcome::Failed } else { CommandOutcome::Done })
    }
}

/// What the file holds already, if it is of the same recipe.
fn started(path: &Path, recipe: Recipe) -> anyhow::Result<SampleSet> {
    if !path.exists() {
        return Ok(SampleSet::new(recipe));
    }
    let set = load_set(path)?;
    if set.recipe != recipe {
        bail!("{} holds samples of another target, data set, seed or preset", path.display());
    }
    Ok(set)
}

/// Makes samples up to a number with a bar, and writes the file now and then and at the end.
pub(super) fn make(
    set: &mut SampleSet,
    count: usize,
    out: Option<&Path>,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let bar = bar("samples", count as u64);
    while set.samples.len() < count && !cancel.is_cancelled() {
        let part = (set.samples.len() + SAVED_EVERY).min(count);
        set.extend_to(part, |made| {
            bar.set_position(made as u64);
            cancel.is_cancelled()
        });
        if let Some(out) = out {
            save_set(out, set)?;
        }
    }
    set.samples.truncate(count);
    if let Some(out) = out {
        save_set(out, set)?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn written(set: &SampleSet) -> anyhow::Result<Vec<u8>> {
    let sample = |sample: &BoardSample| {
        let rows = sample.board.to_string();
        json!({ "score": sample.score, "rows": rows.lines().collect::<Vec<_>>() })
    };
    let samples: Vec<_> = set.samples.iter().map(sample).collect();
    Ok(serde_json::to_vec(&json!({ "recipe": set.recipe, "samples": samples }))?)
}
