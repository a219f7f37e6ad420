//! `tetreach targets`: makes, draws and checks target boards.

mod check;
mod gallery;
mod generate;
mod prove;
mod show;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::CommandOutcome;
use crate::format::Format;
use tetreach::game::{Board, SizeRule};
use tetreach::reach::{LoadOptions, Sketch, Suite, load_suite};

/// What to do with target boards.
#[derive(Debug, Subcommand)]
pub enum Targets {
    /// Makes the targets of a built-in suite and prints or stores them.
    Generate(generate::Generate),
    /// Draws targets side by side with what is known about them.
    Show(show::Show),
    /// Tells of each target whether it can be reached at all, and why not.
    Check(check::CheckTargetsArgs),
    /// Repeats the machine's part of the proof that every admissible board is reachable.
    Prove(prove::Prove),
}

impl Targets {
    /// Does it.
    pub fn run(self) -> anyhow::Result<CommandOutcome> {
        match self {
            Targets::Generate(generate) => generate.run(),
            Targets::Show(show) => show.run(),
            Targets::Check(check) => check.run(),
            Targets::Prove(prove) => prove.run(),
        }
    }
}

/// How targets are read or made.
#[derive(Clone, Copy, Debug, Args)]
struct LoadArgs {
    /// Most targets; all of a file and 50 of a generated suite if left out.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Seed of generated suites.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Columns x rows of the board; `auto` takes the columns from the file.
    #[arg(long, value_name = "SIZE", default_value = "10x20")]
    size: SizeRule,
}

impl From<LoadArgs> for LoadOptions {
    fn from(args: LoadArgs) -> Self {
        Self { size: args.size, count: args.count, seed: args.seed }
    }
}

/// Loads all sources before anything is printed, so that bad input gives nothing but its message.
fn load_all(sources: &[String], args: LoadArgs) -> anyhow::Result<Vec<(String, Suite)>> {
    let mut suites = Vec::new();
    for source in sources {
        let suite = load_suite(source, &args.into())?;
        note_shortage(&suite);
        suites.push((source.clone(), suite));
    }
    Ok(suites)
}

/// Says on standard error when a suite has fewer targets than were asked for.
fn note_shortage(suite: &Suite) {
    if let Some(shortage) = suite.shortage {
        eprintln!("note: {}: {shortage}", suite.name);
    }
}

/// A proved lower bound on the pieces that lead to an admissible board.
fn fewest_pieces(board: &Board) -> u32 {
    board.counting_bound()
}

/// What is known about a target, for programs.
fn describe(source: &str, sketch: &Sketch) -> Value {
    let board = &sketch.board;
    let reason = sketch.check().err().map(|unreachable| unreachable.reason.to_string());
    json!({
        "source": source,
        "name": sketch.name,
        "width": board.width(),
        "height": board.height(),
        "rows": board.to_string().lines().collect::<Vec<_>>(),
        "cells": board.cells(),
        "stack_height": board.stack_height(),
        "lower_bound": reason.is_none().then(|| fewest_pieces(board)),
        "admissible": reason.is_none(),
        "reason": reason,
    })
}

/// All targets of all sources as one JSON object.
fn describe_all(suites: &[(String, Suite)]) -> anyhow::Result<String> {
    let targets: Vec<Value> = suites
        .iter()
        .flat_map(|(source, suite)| suite.sketches.iter().map(move |sketch| describe(source, sketch)))
        .collect();
    Ok(serde_json::to_string_pretty(&json!({ "targets": targets }))? + "\n")
}
