//! `tetreach baseline`: the thesis' pipeline.

mod all;
mod bar;
mod figures;
mod plot;
mod run;
mod samples;
mod train;

use std::path::Path;

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};

use super::CommandOutcome;
use super::output::write_file;
use tetreach::draw::chart::Scene;
use tetreach::game::Board;
use tetreach::reach::{LoadOptions, load_sketch};
use tetreach_lab::baseline::{Fault, Faults};

/// What to do of the thesis' pipeline.
#[derive(Debug, Subcommand)]
pub enum Baseline {
    /// Makes labelled boards by random ways back from a target.
    Samples(samples::SamplesArgs),
    /// Trains a regressor on samples and says how good it is.
    Train(train::TrainBaselineArgs),
    /// Draws the histogram of samples, or a regressor's guesses against the truth.
    Plot(plot::PlotArgs),
    /// Lets a regressor guide tree search to a target.
    Run(run::RunArgs),
    /// Makes every figure and table of the thesis.
    All(all::All),
}

impl Baseline {
    /// Does it.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            Baseline::Samples(samples) => samples.run(),
            Baseline::Train(train) => train.run(),
            Baseline::Plot(plot) => plot.run(),
            Baseline::Run(run) => run.run(),
            Baseline::All(all) => all.run(),
        }
    }
}

/// Which faults of the thesis are on.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = faults_help())]
struct FaultArgs {
    /// All faults of the thesis, or none.
    #[arg(long, value_enum, default_value = "thesis")]
    preset: Preset,
    /// Turns a fault on; may be repeated. `--help` lists them.
    #[arg(long, value_name = "NAME")]
    fault: Vec<Fault>,
    /// Turns a fault off; may be repeated.
    #[arg(long, value_name = "NAME")]
    repair: Vec<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Preset {
    /// As the thesis describes and codes it.
    Thesis,
    /// Without faults.
    Repaired,
}

impl Preset {
    fn faults(self) -> Faults {
        match self {
            Preset::Thesis => Faults::thesis(),
            Preset::Repaired => Faults::repaired(),
        }
    }
}

impl FaultArgs {
    fn faults(&self) -> Faults {
        let mut faults = self.preset.faults();
        self.fault.iter().for_each(|fault| faults.set(*fault, true));
        self.repair.iter().for_each(|fault| faults.set(*fault, false));
        faults
    }
}

fn faults_help() -> String {
    let thesis = Faults::thesis();
    let line = |fault: &Fault| {
        let mark = if thesis.has(*fault) { "on " } else { "off" };
        format!("\n  {:<21} {mark} {}", fault.name(), fault.summary())
    };
    format!(
        "Faults, and whether they are on in the preset thesis:{}",
        Fault::ALL.iter().map(line).collect::<String>()
    )
}

/// The target by what was typed, with its name.
fn load_target(source: &str) -> anyhow::Result<(String, Board)> {
    let sketch = load_sketch(source, &LoadOptions::default())?;
    if let Err(reason) = sketch.board.check_admissible() {
        bail!("{source} cannot be reached: {reason}");
    }
    Ok((sketch.name.unwrap_or_else(|| "target".to_owned()), sketch.board))
}

/// Writes a drawing as SVG or PNG, by the ending of the file's name.
fn write_scene(path: &Path, scene: &Scene) -> anyhow::Result<()> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => write_file(path, scene.svg().as_bytes()),
        Some("png") => write_file(path, &scene.png()?),
        _ => bail!("{}: expected a file name that ends in .svg or .png", path.display()),
    }
}
