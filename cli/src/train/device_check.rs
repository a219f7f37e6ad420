//! `tetreach check --device`: the network, its learning, the server and a search on a device, held against the
//! processor.

use std::fmt::Write;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::learn::{DqnMetrics, DqnSettings, GoalLearner, LossWeights};
use tetreach_agents::nn::device::DeviceChoice;
use tetreach_agents::nn::{Device, ValueRange, one_thread};
use tetreach_agents::replay::{ReplayBuffer, ReplaySettings};
use tetreach_agents::store::Model;
use tetreach_agents::{Action, Evaluations, Evaluator, GoalTask};

use crate::CommandOutcome;
use crate::bench::net::{positions, standard_evaluator};
use crate::output::print;
use tetreach::game::{Board, Size};
use tetreach::network::{Backend, EngineBackend, Inference, LearnedAgent, LibtorchBackend, encoder, shipped};
use tetreach::reach::{Direction, LoadOptions, ReachEncoder, ReachSettings, ReachTask, Target, load_sketch};
use tetreach::solve::learned::{LearnedSearch, MctsAgentSettings};
use tetreach::solve::{Budget, Request, Solver, Verdict};
use tetreach::to_placement;

/// Updates that are compared at their end.
const UPDATES: usize = 50;
/// Searches that share the server.
const CLIENTS: usize = 8;

/// How far numbers may differ, relative to those above 1: sums in another order on the processor, and products with
/// ten bits of mantissa (TF32) on a GPU.
fn allowed(device: Device) -> f64 {
    if device.is_cuda() { 2e-2 } else { 1e-4 }
}

/// One thing that was compared.
struct DeviceComparison {
    what: &'static str,
    /// The largest difference, or what became of it.
    found: f64,
    allowed: f64,
    note: String,
}

/// Checks a device and prints a line per part.
pub fn run(choice: DeviceChoice) -> anyhow::Result<CommandOutcome> {
    one_thread();
    let device = choice.resolve()?;
    let model = shipped()?;
    let mut comparisons = vec![forward(&model, device)?];
    comparisons.extend(learning(&model, device)?);
    comparisons.push(server(&model, device)?);
    comparisons.push(search(&model, device)?);
    let mut text = format!("device {device:?} against the processor\n");
    for DeviceComparison { what, found, allowed, note } in &comparisons {
        let verdict = if found <= allowed { "ok" } else { "FAILED" };
        let _ =
            writeln!(text, "{verdict:<7} {what:<28} differs by {found:.1e} (at most {allowed:.0e})  {note}");
    }
    let passed = comparisons.iter().all(|one| one.found <= one.allowed);
    print(&text)?;
    Ok(if passed { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// The largest difference between finite numbers, relative to those above 1; infinite if only one of two is finite.
fn difference<'a>(pairs: impl IntoIterator<Item = (&'a f32, &'a f32)>) -> f64 {
    let apart = |(a, b): (&f32, &f32)| {
        if a == b { 0.0 } else { f64::from((a - b).abs()) / f64::from(a.abs()).max(1.0) }
    };
    pairs
        .into_iter()
        .map(apart)
        .map(|apart| if apart.is_nan() { f64::INFINITY } else { apart })
        .fold(0.0, f64::max)
}

fn answers_differ(a: &Evaluations, b: &Evaluations) -> f64 {
    let heads =
        [(&a.log_policy, &b.log_policy), (&a.q, &b.q), (&a.distance, &b.distance), (&a.success, &b.success)];
    difference(heads.into_iter().flat_map(|(a, b)| a.iter().zip(b)))
}

/// All heads of the shipped network.
fn forward(model: &Model, device: Device) -> anyhow::Result<DeviceComparison> {
    let pairs = positions(model)?;
    let (mut expected, mut found) = (Evaluations::default(), Evaluations::default());
    standard_evaluator(&EngineBackend, model)?.evaluate(&pairs, &mut expected)?;
    let mut network = standard_evaluator(&LibtorchBackend { device }, model)?;
    network.evaluate(&pairs, &mut found)?;
    let many: Vec<_> = pairs.iter().cycle().take(1024).copied().collect();
    let begun = Instant::now();
    let mut out = Evaluations::default();
    for _ in 0..3 {
        network.evaluate(&many, &mut out)?;
    }
    let rate = 3.0 * many.len() as f64 / begun.elapsed().as_secs_f64();
    Ok(DeviceComparison {
        what: "forward",
        found: answers_differ(&expected, &found),
        allowed: allowed(device),
        note: format!("{rate:.0} positions/s in batches of {}", many.len()),
    })
}

type Learner = GoalLearner<ReachTask, ReachEncoder>;

/// A learner with a batch that takes milliseconds on the processor, and games to learn from.
fn learner(model: &Model, device: Device) -> anyhow::Result<(Learner, ReplayBuffer<Board, Board>)> {
    let task = ReachTask::new(ReachSettings::default());
    let encoder = encoder(model, Size::STANDARD).context("the shipped network sees 10x20 boards")?;
    let losses = LossWeights { q: 1.0, policy: 1.0, distance: 1.0, success: 1.0 };
    let settings = DqnSettings { batch_size: 32, losses, ..DqnSettings::default() };
    let network = model.card().network.settings;
    let range = ValueRange { low: -50.0, high: 0.0 };
    let learner = GoalLearner::new(task, encoder, network, range, settings, device, 0)?;
    let mut replay = ReplayBuffer::new(ReplaySettings { capacity: 2000, ..ReplaySettings::default() })?;
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..60 {
        let mut states = vec![Board::empty(Size::STANDARD)];
        let mut actions: Vec<Action> = Vec::new();
        for step in 0..12 {
            let mut board = states[step];
            let legal = task.legal_actions(&board);
            let action = legal.sample(&mut rng).context("twelve pieces always fit")?;
            board.play_action(to_placement(action))?;
            states.push(board);
            actions.push(action);
        }
        replay.ring.push_episode(&states, &actions, states[12])?;
    }
    Ok((learner, replay))
}

/// Loss, gradient and Adam: the first update, and the mean loss of the last ten of many.
fn learning(model: &Model, device: Device) -> anyhow::Result<Vec<DeviceComparison>> {
    let mut runs = Vec::new();
    for device in [Device::Cpu, device] {
        let (mut learner, mut replay) = learner(model, device)?;
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let first = learner.step(&mut replay, &mut rng)?;
        let weights = learner.network().parameters().to_vec();
        let begun = Instant::now();
        let mut losses = Vec::new();
        for _ in 1..UPDATES {
            losses.push(learner.step(&mut replay, &mut rng)?.loss);
        }
        let rate = losses.len() as f64 / begun.elapsed().as_secs_f64();
        let last = losses[losses.len() - 10..].iter().sum::<f32>() / 10.0;
        runs.push((first, weights, last, rate));
    }
    let [(expected, weights, last, _), (found, others, other_last, rate)] = &runs[..] else {
        unreachable!("two devices")
    };
    let numbers = |metrics: &DqnMetrics| {
        [metrics.loss, metrics.td_loss, metrics.policy_loss, metrics.distance_loss, metrics.grad_norm]
    };
    let (expected, found) = (numbers(expected), numbers(found));
    // Adam turns a gradient of nearly nothing into a whole step of either sign.
    let step = 2.0 * DqnSettings::default().adam.learning_rate.at(0);
    let entry = |what, found, allowed, note| DeviceComparison { what, found, allowed, note };
    Ok(vec![
        entry(
            "losses and gradient",
            difference(expected.iter().zip(&found)),
            5.0 * allowed(device),
            String::new(),
        ),
        entry("weights after one step", difference(weights.iter().zip(others)), step, String::new()),
        entry(
            "loss after 50 updates",
            difference([(last, other_last)]),
            0.1,
            format!("{rate:.1} updates/s in batches of 32"),
        ),
    ])
}

/// Questions of many clients at once.
fn server(model: &Model, device: Device) -> anyhow::Result<DeviceComparison> {
    let pairs = positions(model)?;
    // Through a server too, because of a position and its mirror image it asks about only one.
    let own = Inference::new(model.clone());
    let mut expected = Evaluations::default();
    let client = |inference: &Inference| {
        inference.client(Size::STANDARD, Direction::Forward).context("the shipped network sees 10x20 boards")
    };
    client(&own)?.evaluate(&pairs, &mut expected)?;
    let backend: Arc<dyn Backend> = Arc::new(LibtorchBackend { device });
    let inference = Inference::on(backend, model.clone());
    let worst = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let client = client(&inference);
                let (pairs, expected) = (&pairs, &expected);
                scope.spawn(move || -> anyhow::Result<f64> {
                    let mut out = Evaluations::default();
                    client?.evaluate(pairs, &mut out)?;
                    Ok(answers_differ(expected, &out))
                })
            })
            .collect();
        let join = |client: thread::ScopedJoinHandle<'_, anyhow::Result<f64>>| {
            client.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        clients.into_iter().map(join).collect::<anyhow::Result<Vec<f64>>>()
    })?;
    let numbers = inference.numbers(Size::STANDARD, Direction::Forward).context("the server has started")?;
    Ok(DeviceComparison {
        what: "inference server",
        found: worst.into_iter().fold(0.0, f64::max),
        allowed: allowed(device),
        note: format!("{CLIENTS} clients, {:.0} positions per batch", numbers.mean_batch()),
    })
}

/// A tree search to its end.
fn search(model: &Model, device: Device) -> anyhow::Result<DeviceComparison> {
    let target = load_sketch("thesis:hi", &LoadOptions::default())?.board;
    let mut pieces = Vec::new();
    let backends: [Arc<dyn Backend>; 2] = [Arc::new(EngineBackend), Arc::new(LibtorchBackend { device })];
    for backend in backends {
        let inference = Arc::new(Inference::on(backend, model.clone()));
        let agent = LearnedAgent::new("mcts", inference, LearnedSearch::Mcts(MctsAgentSettings::default()))?;
        let report = agent.solve(&Request::new(Target::new(target)?, Budget::nodes(2000)));
        match report.verdict {
            Verdict::Solved(way) => pieces.push((way.pieces(), report.nodes)),
            _ => ensure!(false, "the tree search finds no way to HI within 2000 boards"),
        }
    }
    let [(here, nodes), (there, other_nodes)] = pieces[..] else { unreachable!("two backends") };
    Ok(DeviceComparison {
        what: "tree search for HI",
        found: here.abs_diff(there) as f64,
        allowed: 0.0,
        note: format!("{there} pieces after {other_nodes} boards; on the processor {here} after {nodes}"),
    })
}
