//! `tetreach inspect run`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::curve::{Across, CurveOptions, picture};
use crate::output::write_file;
use tetreach::config::Layers;
use tetreach::train::{GameName, GameVisitor};
use tetreach_agents::record::{MetricLine, hyperparameters, read_metrics, tags};
use tetreach_agents::store::checkpoint::{Checkpoint, Checkpoints, Place};
use tetreach_agents::store::run_dir::{CHECKPOINTS, CONFIG, EVALUATIONS, METRICS, read_facts};
use tetreach_agents::train::TrainConfig;

/// Options of `tetreach inspect run`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tetreach inspect run runs/quickstart__0__20261116-091945
  tetreach inspect run runs/a runs/b --svg curves.svg --by seconds
  tetreach inspect run runs/quickstart__* --svg seeds.svg --mean
  tetreach inspect run runs/a --svg losses.svg --tag losses/td_loss,losses/policy_loss")]
pub struct InspectRunArgs {
    /// The run folders.
    #[arg(required = true, value_name = "RUN")]
    folders: Vec<PathBuf>,
    /// Draws the learning curves of all runs over each other instead.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What goes across in the drawing.
    #[arg(long, value_enum, default_value = "step", requires = "svg")]
    by: Across,
    /// Draws one line for the runs of a config, whatever their seeds: their mean, with its 95 % interval as a band.
    #[arg(long, requires = "svg")]
    mean: bool,
    /// The numbers that are drawn; the points, or else the success, on every suite if left out.
    #[arg(long, value_name = "TAG", value_delimiter = ',', requires = "svg")]
    tag: Vec<String>,
}

/// What is to be printed, after drawing if that was asked for.
pub(super) fn describe(run: &InspectRunArgs) -> anyhow::Result<String> {
    if let Some(file) = &run.svg {
        write_file(
            file,
            picture(&run.folders, CurveOptions { across: run.by, is_mean: run.mean }, &run.tag)?
                .svg()
                .as_bytes(),
        )?;
        eprintln!("wrote {}", file.display());
        return Ok(String::new());
    }
    let texts: anyhow::Result<Vec<String>> = run.folders.iter().map(|folder| describe_run(folder)).collect();
    Ok(texts?.join("\n"))
}

/// Config, latest numbers, best score, checkpoints and the commands that come next.
fn describe_run(folder: &Path) -> anyhow::Result<String> {
    let facts = read_facts(folder)?;
    let mut text = format!("{}\n", folder.display());
    let _ = writeln!(text, "  started   {}", facts.started);
    let _ =
        writeln!(text, "  version   {} ({})", facts.version, facts.git.as_deref().unwrap_or("no git commit"));
    let _ = writeln!(text, "  command   {}", facts.command_line());
    describe_config(folder, &mut text)?;
    let metrics = folder.join(METRICS);
    let lines = if metrics.exists() { read_metrics(&metrics)? } else { Vec::new() };
    describe_metrics(&lines, &mut text);
    let resumable = describe_checkpoints(folder, &mut text)?;
    describe_evaluations(folder, &mut text)?;
    let shown = folder.display();
    text += "\nnext\n";
    let _ = writeln!(text, "  tensorboard --logdir {shown}");
    if resumable {
        let _ = writeln!(text, "  tetreach train --resume {shown}");
        let _ = writeln!(text, "  tetreach inspect checkpoint {shown}");
    }
    let _ = writeln!(text, "  tetreach inspect run {shown} --svg curves.svg");
    Ok(text)
}

fn describe_config(folder: &Path, text: &mut String) -> anyhow::Result<()> {
    let file = folder.join(CONFIG);
    text.push_str("\nsettings other than the defaults\n");
    text.push_str(&GameName::of(Some(&file), &[])?.visit(ChangedSettings { file: &file })?);
    Ok(())
}

/// What a config file sets other than the defaults of its game.
struct ChangedSettings<'a> {
    file: &'a Path,
}

impl GameVisitor for ChangedSettings<'_> {
    type Output = anyhow::Result<String>;

    fn visit<C: TrainConfig>(self) -> anyhow::Result<String> {
        let changed = hyperparameters(&Layers::<C>::new().file(self.file).resolve()?.settings());
        // Not resolved: what a game leaves open must be given, so that its defaults alone may be no sound config.
        let defaults = hyperparameters(&serde_json::to_value(C::default())?);
        let mut text = String::new();
        for (path, value) in changed.iter().filter(|setting| !defaults.contains(setting)) {
            let _ = writeln!(text, "  {path:<34} {value}");
        }
        Ok(text)
    }
}

fn describe_metrics(lines: &[MetricLine], text: &mut String) {
    let Some(last) = lines.last() else {
        text.push_str("\nno numbers yet\n");
        return;
    };
    let _ = writeln!(text, "\nlatest numbers (step {}, {:.0} s)", last.step, last.seconds);
    for tag in tags::ALL {
        let latest = lines.iter().rev().find_map(|line| line.scalar(tag.name));
        if let Some(value) = latest {
            let _ = writeln!(text, "  {:<34} {value:.4}", tag.name);
        }
    }
    let score = tags::EVAL_SUCCESS_RATE;
    let scores = lines.iter().filter_map(|line| Some((line.scalar(score.name())?, line.step)));
    // The earliest of equals, as the checkpoint `best` is.
    if let Some((best, step)) = scores.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
        let _ = writeln!(text, "\nbest {}: {best:.4} at step {step}", score.name());
    }
    if let Some(end) = last.entries.get("end").and_then(|end| end.as_str()) {
        let _ = writeln!(text, "\nthe run is {end}");
    }
}

/// Whether there is one to resume from.
fn describe_checkpoints(folder: &Path, text: &mut String) -> anyhow::Result<bool> {
    text.push_str("\ncheckpoints\n");
    let folder = folder.join(CHECKPOINTS);
    if !folder.is_dir() {
        text.push_str("  none\n");
        return Ok(false);
    }
    let checkpoints = Checkpoints::look(&folder);
    let places = checkpoints.places()?;
    if places.is_empty() {
        text.push_str("  none\n");
    }
    for place in &places {
        let path = folder.join(place.to_string());
        let state = match Checkpoint::open(&path) {
            Ok(checkpoint) => format!("step {}, verified", checkpoint.step()),
            Err(error) => match checkpoints.load(*place) {
                Ok(older) => format!("step {} (the generation before: {error})", older.step()),
                Err(_) => error.to_string(),
            },
        };
        let _ = writeln!(text, "  {:<12} {state}", place.to_string());
    }
    Ok(checkpoints.load(Place::Last).is_ok())
}

fn describe_evaluations(folder: &Path, text: &mut String) -> anyhow::Result<()> {
    let folder = folder.join(EVALUATIONS);
    if !folder.is_dir() {
        return Ok(());
    }
    let mut names: Vec<_> = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    if !names.is_empty() {
        text.push_str("\nevaluations\n");
    }
    for name in names {
        let _ = writeln!(text, "  {}", folder.join(name).display());
    }
    Ok(())
}
