//! `tetreach inspect checkpoint`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::Value;

use crate::output;
use tetreach_agents::record::hyperparameters;
use tetreach_agents::store::checkpoint::{
    CARD, Checkpoint, CheckpointError, Checkpoints, Place, WEIGHTS, read_tensor_entries,
};
use tetreach_agents::store::run_dir::CHECKPOINTS;

/// Card, files and tensors; damage is an error, told after everything that can still be read.
pub(super) fn describe(folder: &Path) -> anyhow::Result<String> {
    let checkpoint = Checkpoint::open_unverified(&locate(folder))?;
    let faults = checkpoint.faults();
    let mut text = format!("{}: step {}\n", checkpoint.path().display(), checkpoint.step());
    text += "\nfiles\n";
    for entry in &checkpoint.manifest().files {
        let _ =
            writeln!(text, "  {:<24} {:>12} bytes  sha256 {}", entry.name, entry.size, short(&entry.sha256));
    }
    if checkpoint.entry(CARD).is_some() {
        describe_card(&checkpoint, &mut text)?;
    }
    for entry in checkpoint.manifest().files.iter().filter(|entry| entry.name.ends_with(".safetensors")) {
        let _ = writeln!(text, "\n{}", entry.name);
        match read_tensor_entries(&checkpoint.path().join(&entry.name)) {
            Ok(tensors) => {
                for tensor in &tensors {
                    let _ = writeln!(text, "  {:<40} {:<5} {:?}", tensor.name, tensor.dtype, tensor.shape);
                }
                let numbers: u64 = tensors.iter().map(|tensor| tensor.shape.iter().product::<u64>()).sum();
                let noun = if entry.name == WEIGHTS { "parameters" } else { "numbers" };
                let _ = writeln!(text, "  {} tensors, {numbers} {noun}", tensors.len());
            }
            Err(error) => drop(writeln!(text, "  {error}")),
        }
    }
    if faults.is_empty() {
        text += "\nverified: every file is as it was saved\n";
        return Ok(text);
    }
    output::print(&text)?;
    bail!("the checkpoint {} is damaged: {}", checkpoint.path().display(), faults.join("; "));
}

/// A run folder stands for its last checkpoint, or for the one before it if that is the sound one.
fn locate(folder: &Path) -> PathBuf {
    let checkpoints = folder.join(CHECKPOINTS);
    if !checkpoints.is_dir() {
        return folder.into();
    }
    let last = Checkpoints::look(&checkpoints).load(Place::Last);
    last.map_or_else(|_| checkpoints.join(Place::Last.to_string()), |checkpoint| checkpoint.path().into())
}

fn describe_card(checkpoint: &Checkpoint, text: &mut String) -> Result<(), CheckpointError> {
    text.push_str("\ncard\n");
    match serde_json::from_slice::<Value>(&checkpoint.read(CARD)?) {
        Ok(card) => {
            for (path, value) in hyperparameters(&card) {
                let _ = writeln!(text, "  {path:<32} {value}");
            }
        }
        Err(error) => drop(writeln!(text, "  not readable: {error}")),
    }
    Ok(())
}

fn short(sum: &str) -> &str {
    sum.get(..16).unwrap_or(sum)
}
