//! `tetreach inspect distance`

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde_json::json;

use crate::output::write_file;
use tetreach::draw::chart::{Cloud, Frame, agreement_chart};
use tetreach::eval::distance_check::{Agreement, DistancePair, judge_distances, pieces_of_value};
use tetreach::game::Board;
use tetreach::network::player;
use tetreach::reach::{ReachSettings, ReachTask, Split};
use tetreach::solve::oracle::{DistanceTable, draw_of_all, draw_of_each_distance};
use tetreach_agents::store::Model;

/// Compares the distances that a network has learned with exact ones, on boards that training never had as goals.
///
/// As many boards of each distance are drawn as asked for, or all there are; with --boards, boards of any distance.
/// `head` is the distance that the distance head expects from the empty board; `value` is what the value of the best
/// first placement comes to in pieces, for networks that learned action values with the sparse reward.
#[derive(Debug, Args)]
pub struct Distance {
    /// A run folder, checkpoint or weights.
    #[arg(long, value_name = "PATH")]
    checkpoint: PathBuf,
    /// The table of exact distances, made by `tetreach oracle build --out FILE`.
    #[arg(long, value_name = "FILE")]
    oracle: PathBuf,
    /// Boards of each distance.
    #[arg(long, default_value_t = 100)]
    per_distance: usize,
    /// Draws N boards instead, all equally likely, so that most are of the commonest distances.
    #[arg(long, value_name = "N", conflicts_with = "per_distance")]
    boards: Option<usize>,
    /// Which boards: those that judge progress, or those kept for the end.
    #[arg(long, value_enum, default_value_t = Unseen::Validation)]
    split: Unseen,
    /// Seed of the draw.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Writes a scatter plot.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = DistanceFormat::Text)]
    format: DistanceFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Unseen {
    /// The validation split.
    Validation,
    /// The test split.
    Test,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum DistanceFormat {
    /// Lines for people.
    Text,
    /// One JSON object.
    Json,
}

/// Draws, asks, compares.
pub(super) fn describe(arguments: &Distance) -> anyhow::Result<String> {
    let model = Model::load(&arguments.checkpoint)?;
    let table = DistanceTable::open(&arguments.oracle)?;
    if !table.origin().is_empty() {
        bail!("{} measures from another board than the empty one", arguments.oracle.display());
    }
    let boards = draw(&table, arguments);
    let task = ReachTask::new(ReachSettings { size: table.size(), ..ReachSettings::default() });
    let player = player(&model, task);
    let mut player = player.with_context(|| format!("the network cannot see boards of {}", table.size()))?;
    let pairs = judge_distances(&mut player.evaluator, &boards)?;
    let mut series = vec![("head", points(&pairs, |pair| pair.head))];
    let config = &model.card().config;
    let number = |path: &str| config.pointer(path).and_then(serde_json::Value::as_f64);
    let is_sparse = config.pointer("/environment/reward").and_then(|name| name.as_str()) == Some("sparse");
    if let (Some(gamma), true, true) =
        (number("/learner/gamma"), is_sparse, number("/learner/loss_weights/q") > Some(0.0))
    {
        series.push(("value", points(&pairs, |pair| pieces_of_value(pair.value, gamma))));
    }
    if let Some(path) = &arguments.svg {
        let clouds: Vec<Cloud<'_>> =
            series.iter().map(|(name, points)| Cloud { name, points: points.as_slice() }).collect();
        let frame = Frame::new("Learned and exact distances", 640.0, 480.0);
        let chart = agreement_chart(&frame, ("exact distance", "learned distance"), &clouds);
        write_file(path, chart.svg().as_bytes())?;
    }
    let agreements = series.iter().map(|(name, points)| (*name, Agreement::of(points)));
    Ok(match arguments.format {
        DistanceFormat::Json => {
            let split = arguments.split.to_possible_value().map(|value| value.get_name().to_owned());
            let of: serde_json::Map<_, _> =
                agreements.map(|(name, agreement)| (name.to_owned(), json!(agreement))).collect();
            let report = json!({
                "board": table.size().to_string(), "split": split, "seed": arguments.seed,
                 "per_distance": arguments.boards.is_none().then_some(arguments.per_distance), "agreement": of,
            });
            format!("{}\n", serde_json::to_string_pretty(&report)?)
        }
        DistanceFormat::Text => {
            let mut text = format!(
                "{:<8} {:>6} {:>9} {:>9} {:>11} {:>15}\n",
                "estimate", "boards", "Pearson", "Spearman", "mean error", "mean |error|"
            );
            for (name, agreement) in agreements {
                let Agreement { n, pearson, spearman, mean_error, mean_absolute_error } = agreement;
                let _ = writeln!(
                    text,
                    "{name:<8} {n:>6} {pearson:>9.3} {spearman:>9.3} {mean_error:>11.2} {mean_absolute_error:>15.2}"
                );
            }
            text
        }
    })
}

/// Boards of the split, with their distances.
fn draw(table: &DistanceTable, arguments: &Distance) -> Vec<(Board, u32)> {
    let split = match arguments.split {
        Unseen::Validation => Split::Validation,
        Unseen::Test => Split::Test,
    };
    let mut rng = Pcg64Mcg::seed_from_u64(arguments.seed);
    if let Some(count) = arguments.boards {
        return draw_of_all(table, split, count, &mut rng);
    }
    let levels = draw_of_each_distance(table, split, arguments.per_distance, &mut rng);
    (0..)
        .zip(levels)
        .flat_map(|(distance, boards)| boards.into_iter().map(move |board| (board, distance)))
        .collect()
}

fn points(pairs: &[DistancePair], estimate: impl Fn(&DistancePair) -> f64) -> Vec<(f64, f64)> {
    pairs.iter().map(|pair| (f64::from(pair.exact), estimate(pair))).collect()
}
