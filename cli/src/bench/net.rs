//! `tetreach bench net`: how fast the network answers, and how much faster than by libtorch.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use serde_json::{Map, Value, json};
use tetreach_agents::engine::{Engine, EngineEvaluator, Instructions};
use tetreach_agents::nn::device::DeviceChoice;
use tetreach_agents::nn::{Encoder, Encoding};
use tetreach_agents::store::Model;
use tetreach_agents::{Evaluations, Evaluator};

use super::measure::{ROUNDS, Workload, rates};
use super::{machine, positive_seconds};
use crate::format::Format;
use crate::output::print;
use crate::{CommandOutcome, Libtorch};
use tetreach::game::{Board, Size};
use tetreach::network::{
    Backend, BoardEvaluator, EngineBackend, encoder, load_or_shipped, play_greedily, player,
};
use tetreach::reach::{Direction, LoadOptions, ReachSettings, ReachTask, load_suite};

const BATCHES: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
/// Where the positions come from: few rows, some, and many.
const SUITES: [&str; 3] = ["letters", "clears-1@validation", "stack-16@validation"];
/// Targets taken of each suite.
const TARGETS: usize = 12;
/// Positions judged; as many as the largest batch.
const POSITIONS: usize = 128;

/// Measures the network on the 10x20 board, one thread.
///
/// network_evaluations_per_second: positions judged, encoding included, by batch size, once by the forward pass in Rust
/// (engine) and once by libtorch, which the program tetreach-train brings along; without it there is no such figure.
/// engine_ratio_to_libtorch: the one divided by the other; best_ratio: both at their best batch. The positions are
/// boards met in greedy play towards targets of letters, clears-1 and stack-16. encodings_per_second: what the encoder
/// alone can do. by_instructions: the engine, one position at a time, with all instruction sets of this processor.
/// largest_difference: between the answers of both, over all positions and heads. Rates are per second of processor
/// time of the one thread used, the best of five rounds taken in turn.
#[derive(Debug, Args)]
pub struct NetBench {
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Seconds to spend in all.
    #[arg(long, default_value_t = 40.0, value_parser = positive_seconds)]
    seconds: f64,
    /// The network: a run folder, a checkpoint or weights; if left out, the one that comes with the program.
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
}

/// One position and its target.
type BoardPair = (Board, Board);

impl NetBench {
    /// Measures and prints.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<CommandOutcome> {
        let libtorch = L::backend(DeviceChoice::Cpu);
        if let Err(error) = &libtorch {
            eprintln!("the engine alone is measured: {error:#}");
        }
        let model = load_or_shipped(self.checkpoint.as_deref())?;
        let mut engine = standard_evaluator(&EngineBackend, &model)?;
        let libtorch = libtorch.ok().map(|backend| standard_evaluator(&*backend, &model)).transpose()?;
        let pairs = positions(&model)?;
        let difference = match libtorch {
            Some(mut libtorch) => {
                let difference = largest_difference(&mut engine, &mut libtorch, &pairs)?;
                Some((libtorch, difference))
            }
            None => None,
        };
        let (libtorch, difference) = difference.unzip();
        let mut report = Map::new();
        report.insert("machine".into(), json!(machine::processor()));
        report.insert("threads".into(), json!(1));
        report.insert("rounds".into(), json!(ROUNDS));
        report.insert("positions".into(), json!(pairs.len()));
        report.insert("instructions".into(), json!(format!("{:?}", Instructions::best()).to_lowercase()));
        measure_batches(&mut report, engine, libtorch, &pairs, 0.75 * self.seconds);
        report.insert("largest_difference".into(), json!(difference));
        measure_parts(&mut report, &model, &pairs, 0.25 * self.seconds)?;
        print(&match self.format {
            Format::Json => format!("{}\n", serde_json::to_string_pretty(&report)?),
            Format::Text => lines("", &report),
        })?;
        Ok(CommandOutcome::Done)
    }
}

/// The network on 10x20 boards.
pub fn standard_evaluator(backend: &dyn Backend, model: &Model) -> anyhow::Result<BoardEvaluator> {
    backend
        .evaluator(model, Size::STANDARD, Direction::Forward)
        .ok_or_else(|| anyhow!("the network cannot see 10x20 boards: choose another --checkpoint"))
}

/// Boards on the way to targets, as searches ask of them.
pub fn positions(model: &Model) -> anyhow::Result<Vec<BoardPair>> {
    let task = ReachTask::new(ReachSettings::default());
    let mut player = player(model, task).ok_or_else(|| anyhow!("the network cannot see 10x20 boards"))?;
    let mut met = Vec::new();
    for name in SUITES {
        let options = LoadOptions { count: Some(TARGETS), ..LoadOptions::default() };
        let targets: Vec<Board> = load_suite(name, &options)?
            .targets()?
            .iter()
            .take(TARGETS)
            .map(|target| *target.board())
            .collect();
        for (episode, target) in play_greedily(&mut player, &task, &targets)?.iter().zip(&targets) {
            let mut board = Board::empty(Size::STANDARD);
            for &action in &episode.way {
                met.push((board, *target));
                board.play_action(action)?;
            }
        }
    }
    anyhow::ensure!(!met.is_empty(), "the network has no move to make: choose another --checkpoint");
    // Evenly from all, so that every suite and every stage of play has its share.
    Ok((0..POSITIONS).map(|place| met[place * met.len() / POSITIONS]).collect())
}

/// The largest difference between two evaluators in any number that is finite.
fn largest_difference(
    one: &mut BoardEvaluator,
    other: &mut BoardEvaluator,
    pairs: &[BoardPair],
) -> anyhow::Result<f32> {
    let (mut a, mut b) = (Evaluations::default(), Evaluations::default());
    one.evaluate(pairs, &mut a)?;
    other.evaluate(pairs, &mut b)?;
    let heads =
        [(&a.log_policy, &b.log_policy), (&a.q, &b.q), (&a.distance, &b.distance), (&a.success, &b.success)];
    let numbers = heads.into_iter().flat_map(|(a, b)| a.iter().zip(b));
    Ok(numbers.filter(|(a, b)| a != b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max))
}

/// Judging batch after batch, round the positions.
fn workload<'a, V>(
    key: String,
    evaluator: &'a RefCell<V>,
    pairs: &'a [BoardPair],
    batch: usize,
) -> Workload<'a>
where
    V: Evaluator<State = Board, Goal = Board>,
{
    let (mut out, mut at) = (Evaluations::default(), 0);
    Workload::new(key, move || {
        let judged = evaluator.borrow_mut().evaluate(&pairs[at..at + batch], &mut out);
        at = (at + batch) % pairs.len();
        if judged.is_ok() { batch as u64 } else { 0 }
    })
}

/// Both engines at all batch sizes, in turn.
fn measure_batches(
    report: &mut Map<String, Value>,
    engine: BoardEvaluator,
    libtorch: Option<BoardEvaluator>,
    pairs: &[BoardPair],
    seconds: f64,
) {
    let (engine, libtorch) = (RefCell::new(engine), libtorch.map(RefCell::new));
    let mut workloads = Vec::new();
    for batch in BATCHES {
        workloads.push(workload(batch.to_string(), &engine, pairs, batch));
        workloads.extend(libtorch.iter().map(|slow| workload(batch.to_string(), slow, pairs, batch)));
    }
    let rates = rates(&mut workloads, seconds);
    let sides = if libtorch.is_some() { 2 } else { 1 };
    let side = |side: usize| rates.iter().copied().skip(side).step_by(sides).collect::<Vec<f64>>();
    let by_batch = |numbers: &mut dyn Iterator<Item = f64>| -> Value {
        BATCHES
            .iter()
            .map(usize::to_string)
            .zip(numbers.map(|number| json!(number)))
            .collect::<Map<_, _>>()
            .into()
    };
    let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
    let (fast, slow) = (side(0), (sides == 2).then(|| side(1)));
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    report.insert(
        "network_evaluations_per_second".into(),
        json!({
            "engine": by_batch(&mut fast.iter().map(|rate| rate.round())),
            "libtorch": slow.as_ref().map(|slow| by_batch(&mut slow.iter().map(|rate| rate.round()))),
        }),
    );
    let ratios = slow.as_ref().map(|slow| {
        by_batch(&mut fast.iter().zip(slow).map(|(fast, slow)| rounded(fast / slow.max(f64::MIN_POSITIVE))))
    });
    report.insert("engine_ratio_to_libtorch".into(), json!(ratios));
    let best_ratio = slow.map(|slow| rounded(best(&fast) / best(&slow).max(f64::MIN_POSITIVE)));
    report.insert("best_ratio".into(), json!(best_ratio));
}

/// The encoder alone, and the engine with other instructions.
fn measure_parts(
    report: &mut Map<String, Value>,
    model: &Model,
    pairs: &[BoardPair],
    seconds: f64,
) -> anyhow::Result<()> {
    let encoder =
        encoder(model, Size::STANDARD).ok_or_else(|| anyhow!("the network cannot see 10x20 boards"))?;
    let mut encoding = Encoding::new(encoder.shape());
    let mut turn = pairs.iter().cycle();
    let encode = Workload::new("encodings_per_second", move || {
        encoding.clear();
        let (board, target) = turn.next().expect("invariant: a cycle has no end");
        encoding.push(&encoder, board, target);
        1
    });
    let empty = Board::empty(Size::STANDARD);
    let mut evaluators = Vec::new();
    for instructions in Instructions::available() {
        let engine = Engine::new(model.card().network, model.weights())?.with_instructions(instructions);
        let evaluator = EngineEvaluator::new(encoder, Arc::new(engine)).with_background(&empty, &empty);
        evaluators.push((format!("{instructions:?}").to_lowercase(), RefCell::new(evaluator)));
    }
    let mut workloads = vec![encode];
    workloads.extend(evaluators.iter().map(|(name, evaluator)| workload(name.clone(), evaluator, pairs, 1)));
    let rates = rates(&mut workloads, seconds);
    let mut named =
        workloads.iter().zip(rates).map(|(workload, rate)| (workload.key.clone(), json!(rate.round())));
    report.extend(named.next());
    report.insert("by_instructions".into(), Value::Object(named.collect()));
    Ok(())
}

fn lines(prefix: &str, report: &Map<String, Value>) -> String {
    report
        .iter()
        .map(|(key, value)| match value {
            Value::Object(inner) => lines(&format!("{prefix}{key}."), inner),
            Value::String(text) => format!("{:<48} {text:>16}\n", format!("{prefix}{key}")),
            other => format!("{:<48} {:>16}\n", format!("{prefix}{key}"), other.to_string()),
        })
        .collect()
}
