//! `tetreach baseline train`: a regressor for one target.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::super::CommandOutcome;
use super::super::output::print;
use super::super::progress::cancel_on_interrupt;
use super::bar::bar;
use super::{FaultArgs, load_target};
use crate::format::Format;
use tetreach::solve::Cancel;
use tetreach_lab::baseline::regress::{
    Assessment, FitSettings, ModelKind, TrainedModel, TrainedRegressor, save_model,
};
use tetreach_lab::baseline::samples::{DatasetName, SampleSet, TrainTestSplit, load_set, read_folder};

/// Options of `tetreach baseline train`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  tetreach baseline train hi-a.samples --model mlp --out hi-mlp.model")]
pub struct TrainBaselineArgs {
    /// A file of samples, or a folder of pictures sample_M_score_N.png with --target.
    samples: PathBuf,
    /// The target of a folder of pictures.
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// linear, neighbours, forest, mlp (the thesis' "CNN") or conv (a convolutional network).
    #[arg(long, value_name = "KIND", default_value = "mlp")]
    model: ModelKind,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Fills rare scores up with duplicates to 90 % of the most frequent one.
    #[arg(long)]
    balance: bool,
    /// Takes only N random samples.
    #[arg(long, value_name = "N")]
    subset: Option<usize>,
    /// Epochs of the networks; 200 of the perceptron and 20 of the convolutional network if left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: Option<u32>,
    /// Seed of the split and the training.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How results are printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    faults: FaultArgs,
}

impl TrainBaselineArgs {
    /// Trains, writes the regressor and prints its errors.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let mut set = self.load()?;
        if let Some(count) = self.subset {
            set.samples.shuffle(&mut Pcg64Mcg::seed_from_u64(self.seed));
            set.samples.truncate(count);
        }
        if set.samples.len() < 4 {
            bail!("{} holds {} samples, at least 4 are needed", self.samples.display(), set.samples.len());
        }
        let settings = FitSettings { seed: self.seed, epochs: self.epochs };
        let cancel = cancel_on_interrupt()?;
        let split = TrainTestSplit::of(&set, self.balance, self.seed);
        let Some(trained) = train(&set, &split, self.model, self.balance, settings, &cancel) else {
            return Ok(CommandOutcome::Failed);
        };
        if let Some(out) = &self.out {
            save_model(out, &trained)?;
        }
        let assessment = Assessment::of(&trained.model, &split.test);
        match self.format {
            Format::Json => print(&(serde_json::to_string(&assessment)? + "\n"))?,
            Format::Text => print(&text(&trained, &split, &assessment))?,
        }
        Ok(CommandOutcome::Done)
    }

    fn load(&self) -> anyhow::Result<SampleSet> {
        if !self.samples.is_dir() {
            return Ok(load_set(&self.samples)?);
        }
        let target = self.target.as_deref();
        let (_, board) = load_target(target.context("a folder of pictures needs --target")?)?;
        let recipe = DatasetName::A.recipe(board, self.faults.faults(), 0);
        Ok(SampleSet { recipe, samples: read_folder(&self.samples, board.size())? })
    }
}

/// Trains on the training part with a bar; `None` if cancelled.
pub(super) fn train(
    set: &SampleSet,
    split: &TrainTestSplit,
    kind: ModelKind,
    balanced: bool,
    settings: FitSettings,
    cancel: &Cancel,
) -> Option<TrainedModel> {
    let bar = bar("training", 0);
    let started = Instant::now();
    let model = TrainedRegressor::fit(kind, &split.training, settings, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        !cancel.is_cancelled()
    });
    bar.finish_and_clear();
    Some(TrainedModel {
        model: model?,
        recipe: set.recipe,
        samples: set.samples.len(),
        balanced,
        split_seed: settings.seed,
        settings,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn text(trained: &TrainedModel, split: &TrainTestSplit, assessment: &Assessment) -> String {
    let mut text = format!(
        "{} on {} boards in {:.1} s, {} test boards: R2 {:.3}, mean error {:.2}, root mean square {:.2}\n",
        trained.model.kind(),
        split.training.len(),
        trained.seconds,
        assessment.count,
        assessment.r_squared,
        assessment.mean_absolute_error,
        assessment.root_mean_square_error
    );
    if let Some(loss) = trained.model.training_loss() {
        text += &format!("half mean square on the training boards in the last epoch: {loss:.3}\n");
    }
    text += "score  boards  mean   quarter  median  quarter\n";
    for truth in &assessment.truths {
        let guesses = &truth.guesses;
        text += &format!(
            "{:>5}  {:>6}  {:>5.2}  {:>7.2}  {:>6.2}  {:>7.2}\n",
            truth.score, truth.count, truth.mean, guesses.first, guesses.median, guesses.third
        );
    }
    text
}

/// The samples of a file with the split that a regressor was trained with.
pub(super) fn split_of(samples: &Path, trained: &TrainedModel) -> anyhow::Result<TrainTestSplit> {
    let set = load_set(samples)?;
    if set.recipe != trained.recipe || set.samples.len() != trained.samples {
        bail!(
            "{} is not what the regressor was trained on, so its test boards are unknown",
            samples.display()
        );
    }
    Ok(TrainTestSplit::of(&set, trained.balanced, trained.split_seed))
}
