//! Measures a convolution on one thread: evaluations/s at several batch sizes and updates/s, as JSON lines.
//!
//! `cargo run --release -p tetreach-agents --example net_speed -- [CHANNELS] [BLOCKS] [SECONDS]`
//!
//! With glibc, `MALLOC_MMAP_THRESHOLD_=4000000000 MALLOC_TRIM_THRESHOLD_=8000000000` in the environment keeps the
//! memory of large tensors in the process; without it every operation asks the system for new pages, which can cost a
//! third.

use std::error::Error;
use std::time::Instant;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::learn::{DqnSettings, GoalLearner, LossWeights};
use tetreach_agents::nn;
use tetreach_agents::nn::{
    Encoder, EncodingRow, EncodingShape, NetSettings, Network, NetworkEvaluator, NetworkPlan, Trunk,
    ValueRange,
};
use tetreach_agents::replay::{ReplayBuffer, ReplaySettings};
use tetreach_agents::toy::BitFlipTask;
use tetreach_agents::{Action, Evaluations, Evaluator};

/// Bits drawn on six boards of 20 by 10 with 162 actions on 19 maps: the sizes of a Tetris network.
#[derive(Clone, Copy)]
struct BoardSized;

impl Encoder for BoardSized {
    type State = u64;
    type Goal = u64;

    fn shape(&self) -> EncodingShape {
        EncodingShape { planes: 6, height: 20, width: 10, maps: 19, actions: 162, hints: 1 }
    }

    fn encode(&self, state: &u64, goal: &u64, row: EncodingRow<'_>) {
        for (i, cell) in row.planes.iter_mut().enumerate() {
            *cell = ((state ^ goal.rotate_left(i as u32 / 64)) >> (i % 64) & 1) as f32;
        }
        for (i, landing) in row.landing.iter_mut().enumerate() {
            *landing = (i as i64 * 23) % 3800;
        }
        row.legal.fill(true);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    nn::one_thread();
    let mut arguments = std::env::args().skip(1);
    let channels = arguments.next().map_or(Ok(32), |text| text.parse())?;
    let blocks = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let seconds: f64 = arguments.next().map_or(Ok(5.0), |text| text.parse())?;

    let settings = NetSettings { trunk: Trunk::Conv { channels, blocks }, ..NetSettings::default() };
    let value_range = ValueRange::of_step_costs(0.98);
    let plan = NetworkPlan { settings, shape: BoardSized.shape(), value_range };
    let mut evaluator = NetworkEvaluator::new(BoardSized, Network::new(plan, tch::Device::Cpu, 0)?);
    let mut out = Evaluations::default();
    for batch in [1, 8, 32, 128, 512] {
        let pairs: Vec<(u64, u64)> =
            (0..batch).map(|i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15), i)).collect();
        let calls = per_second(seconds, || Ok(evaluator.evaluate(&pairs, &mut out)?))?;
        println!(
            "{}",
            serde_json::json!({"batch": batch, "evaluations_per_s": (calls * batch as f64).round()})
        );
    }

    let task = BitFlipTask::new(64)?;
    let mut replay = ReplayBuffer::new(ReplaySettings { capacity: 10_000, ..Default::default() })?;
    for i in 0..100 {
        replay.push_episode(&[i, i ^ 1, i ^ 3, i ^ 7], &[Action(0), Action(1), Action(2)], 0)?;
    }
    for (name, losses) in
        [("both", LossWeights::BOTH), ("q", LossWeights::Q), ("imitation", LossWeights::IMITATION)]
    {
        let dqn = DqnSettings { losses, ..DqnSettings::default() };
        let mut learner =
            GoalLearner::new(task, BoardSized, settings, value_range, dqn, tch::Device::Cpu, 0)?;
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let updates = per_second(seconds, || Ok(learner.step(&mut replay, &mut rng).map(|_| ())?))?;
        println!(
            "{}",
            serde_json::json!({"losses": name, "batch": dqn.batch_size, "updates_per_s": updates})
        );
    }
    Ok(())
}

/// How often the work can be done in a second of this thread's own time, which other programs do not disturb.
fn per_second(
    seconds: f64,
    mut work: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    work()?;
    let (clock, begun, mut count) = (Instant::now(), own_seconds(), 0);
    while clock.elapsed().as_secs_f64() < seconds {
        work()?;
        count += 1;
    }
    let spent = own_seconds().zip(begun).map_or(clock.elapsed().as_secs_f64(), |(end, begin)| end - begin);
    Ok(f64::from(count) / spent)
}

/// The time that this thread has spent on a processor, where the system tells (Linux).
fn own_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
