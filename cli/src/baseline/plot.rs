//! `tetreach baseline plot`: histograms and box plots.

use std::path::PathBuf;

use clap::Args;

use super::super::CommandOutcome;
use super::train::split_of;
use super::write_scene;
use tetreach_lab::baseline::plot::{box_plot, histogram_plot};
use tetreach_lab::baseline::regress::{Assessment, load_model};
use tetreach_lab::baseline::samples::{ScoreHistogram, balanced, load_set};

/// Options of `tetreach baseline plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach baseline plot hi-a.samples --out histogram.svg
  tetreach baseline plot hi-a.samples --model hi-mlp.model --out boxes.png")]
pub struct PlotArgs {
    /// A file of samples.
    samples: PathBuf,
    /// A regressor trained on them: draws its guesses for the test part against the truth.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Draws the histogram after filling rare scores up with duplicates.
    #[arg(long)]
    balance: bool,
    /// The lowest score shown.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u32,
    /// The highest score shown.
    #[arg(long, value_name = "N", default_value_t = 100)]
    to: u32,
    /// The title.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The file to write, .svg or .png.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl PlotArgs {
    /// Draws and writes.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        let scene = match &self.model {
            Some(model) => {
                let trained = load_model(model)?;
                let split = split_of(&self.samples, &trained)?;
                let title = self.title.clone().unwrap_or_else(|| trained.model.kind().title().to_owned());
                box_plot(&Assessment::of(&trained.model, &split.test), &title, (self.from, self.to))
            }
            None => {
                let set = load_set(&self.samples)?;
                let samples = if self.balance { balanced(&set.samples, 0) } else { set.samples };
                let histogram = ScoreHistogram::of(&samples).part(self.from, self.to);
                histogram_plot(&histogram, self.title.as_deref().unwrap_or("Samples by score"))
            }
        };
        write_scene(&self.out, &scene)?;
        eprintln!("wrote {}", self.out.display());
        Ok(CommandOutcome::Done)
    }
}
