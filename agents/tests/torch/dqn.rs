//! The learner: that it learns, what it learns from, and that it can be stopped and started.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tch::Device;
use tetreach_agents::learn::{DqnMetrics, DqnSettings, GoalLearner, LossWeights, TargetUpdate};
use tetreach_agents::nn;
use tetreach_agents::nn::{
    AdamSettings, Encoder, EncodingRow, EncodingShape, NetSettings, NetworkEvaluator, Trunk, ValueRange,
};
use tetreach_agents::replay::{Minibatch, PrioritySettings, ReplayBuffer, ReplaySettings};
use tetreach_agents::toy::{BitFlipTask, CorridorTask, corridor};
use tetreach_agents::{Action, Evaluations, Evaluator, GoalTask, Schedule};

const MLP: NetSettings = NetSettings {
    trunk: Trunk::Mlp { width: 32, blocks: 1 },
    head_width: 16,
    max_distance: 8,
    q_atoms: 1,
    wraps: false,
};

/// A corridor shown as two planes with one cell set in each.
#[derive(Clone, Copy)]
struct Shown(CorridorTask);

impl Encoder for Shown {
    type State = u16;
    type Goal = u16;

    fn shape(&self) -> EncodingShape {
        EncodingShape { planes: 2, height: 1, width: self.0.length.into(), maps: 2, actions: 2, hints: 0 }
    }

    fn encode(&self, state: &u16, goal: &u16, row: EncodingRow<'_>) {
        let length = usize::from(self.0.length);
        row.planes[usize::from(*state)] = 1.0;
        row.planes[length + usize::from(*goal)] = 1.0;
        for action in self.0.legal_actions(state) {
            row.legal[action.index()] = true;
            row.landing[action.index()] = (action.index() * length + usize::from(*state)) as i64;
        }
    }
}

const CORRIDOR: CorridorTask = CorridorTask { length: 7, max_steps: 20 };

fn rate(value: f64) -> AdamSettings {
    AdamSettings { learning_rate: Schedule::Constant { value }, ..AdamSettings::default() }
}

fn corridor_learner(network: NetSettings, settings: DqnSettings) -> GoalLearner<CorridorTask, Shown> {
    nn::one_thread();
    let range = ValueRange::of_step_costs(0.9);
    GoalLearner::new(CORRIDOR, Shown(CORRIDOR), network, range, settings, Device::Cpu, 3).unwrap()
}

/// Random walks of 20 steps.
fn corridor_replay(settings: ReplaySettings) -> ReplayBuffer<u16, u16> {
    let mut replay =
        ReplayBuffer::new(ReplaySettings { capacity: 10_000, discount: 0.9, ..settings }).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    for episode in 0..200u16 {
        let mut states = vec![episode % CORRIDOR.length];
        let mut actions = Vec::new();
        for step in 0..20 {
            let action = CORRIDOR.legal_actions(&states[step]).sample(&mut rng).unwrap();
            states.push(CORRIDOR.walk(states[step], action));
            actions.push(action);
        }
        replay.ring.push_episode(&states, &actions, episode % 5).unwrap();
    }
    replay
}

/// Updates of equal learners that differ in what does the work.
fn weights_after_updates(devices: Option<&[Device]>, threads: usize, waits: bool) -> Vec<f32> {
    nn::one_thread();
    let range = ValueRange::of_step_costs(0.9);
    let settings = DqnSettings {
        batch_size: 24,
        threads,
        losses: LossWeights::BOTH,
        adam: AdamSettings { max_grad_norm: Some(0.5), ..rate(3e-3) },
        ..DqnSettings::default()
    };
    let mut learner = match devices {
        Some(devices) => GoalLearner::on(devices, CORRIDOR, Shown(CORRIDOR), MLP, range, settings, 3),
        None => GoalLearner::new(CORRIDOR, Shown(CORRIDOR), MLP, range, settings, Device::Cpu, 3),
    }
    .unwrap();
    let mut replay = corridor_replay(ReplaySettings::default());
    let (mut rng, mut batch) = (Pcg64Mcg::seed_from_u64(2), Minibatch::default());
    let mut read = 0;
    for _ in 0..40 {
        replay.sample(&CORRIDOR, 24, &mut rng, &mut batch).unwrap();
        let prepared = learner.preparation().prepare(&mut batch, &mut rng);
        if waits {
            learner.learn_prepared(&prepared).unwrap();
            read += 1;
        } else {
            read += usize::from(learner.learn_without_waiting(&prepared).unwrap().is_some());
        }
    }
    assert_eq!(read, if waits { 40 } else { 2 }, "numbers are read every 20 updates");
    learner.network().parameters().to_vec()
}

#[test]
fn two_devices_learn_what_two_threads_do_bit_for_bit() {
    let threads = weights_after_updates(None, 2, true);
    assert!(weights_after_updates(Some(&[Device::Cpu; 2]), 1, true) == threads);
    assert!(
        weights_after_updates(Some(&[Device::Cpu; 1]), 1, true) != threads,
        "sums are rounded differently"
    );
}

#[test]
fn who_does_not_wait_for_the_device_learns_the_same() {
    let (patient, hasty) = (weights_after_updates(None, 1, true), weights_after_updates(None, 1, false));
    let apart = patient.iter().zip(&hasty).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn all_heads_learn_the_truth_about_a_corridor() {
    for (trunk, q_atoms) in [(MLP.trunk, 1), (MLP.trunk, 41), (Trunk::Conv { channels: 8, blocks: 3 }, 1)] {
        let target = TargetUpdate::Soft { rate: 0.03 };
        let settings = DqnSettings {
            batch_size: 64,
            losses: LossWeights::BOTH,
            target,
            adam: rate(3e-3),
            ..DqnSettings::default()
        };
        let network = NetSettings { trunk, q_atoms, ..MLP };
        let mut learner = corridor_learner(network, settings);
        let mut replay = corridor_replay(ReplaySettings {
            priority: Some(PrioritySettings::default()),
            ..ReplaySettings::default()
        });
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut last = DqnMetrics::default();
        for _ in 0..800 {
            last = learner.step(&mut replay, &mut rng).unwrap();
        }
        let mut evaluator = NetworkEvaluator::new(Shown(CORRIDOR), copy_of(&learner));
        let pairs: Vec<(u16, u16)> =
            (0..7).flat_map(|s| (0..7).map(move |g| (s, g))).filter(|(s, g)| s != g).collect();
        let mut out = Evaluations::default();
        evaluator.evaluate(&pairs, &mut out).unwrap();
        for (i, &(state, goal)) in pairs.iter().enumerate() {
            let steps = state.abs_diff(goal);
            let best = if goal < state { corridor::LEFT } else { corridor::RIGHT };
            // Every step costs 1 but the last.
            let value = -(1.0 - 0.9f32.powi(i32::from(steps) - 1)) / 0.1;
            let (q, other) = (out.q(i)[best.index()], out.q(i)[1 - best.index()]);
            assert!((q - value).abs() < 0.5, "{trunk:?} {q_atoms}: {state} to {goal}: {q} for {value}");
            assert!(q > other, "{trunk:?} {q_atoms}: {state} to {goal}: {q} and {other}");
            // Random walks to far goals start either way almost as often: imitation is clear about near ones only.
            let preferred = out.log_policy(i)[best.index()] > out.log_policy(i)[1 - best.index()];
            assert!(preferred || steps > 1, "{trunk:?} {q_atoms}: {state} to {goal}");
            assert!(out.distance[i] >= 0.8 * f32::from(steps), "walks are never shorter than the distance");
            assert!(out.success[i] > 0.8);
        }
        assert!(last.grad_norm > 0.0 && last.entropy < 0.69, "{last:?}");
    }
}

#[test]
fn threads_share_a_batch_and_learn_the_same() {
    // Eleven samples do not divide evenly, and twelve threads have too few.
    let learned = |threads: usize| {
        let losses = LossWeights { success: 0.3, ..LossWeights::BOTH };
        let settings = DqnSettings {
            batch_size: 11,
            threads,
            losses,
            ceilings: true,
            adam: rate(1e-3),
            ..DqnSettings::default()
        };
        let trunk = Trunk::Conv { channels: 8, blocks: 1 };
        let mut learner = corridor_learner(NetSettings { trunk, ..MLP }, settings);
        let mut replay = corridor_replay(ReplaySettings::default());
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let metrics: Vec<DqnMetrics> = (0..3).map(|_| learner.step(&mut replay, &mut rng).unwrap()).collect();
        (metrics, learner.errors().to_vec(), learner.network().parameters().to_vec())
    };
    let close = |one: &[f32], other: &[f32]| {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 2e-4)
    };
    let (metrics, errors, weights) = learned(1);
    for threads in [2, 3, 12] {
        let (shared, shared_errors, shared_weights) = learned(threads);
        for (one, other) in metrics.iter().zip(&shared) {
            let numbers = |m: &DqnMetrics| {
                [
                    m.loss,
                    m.td_loss,
                    m.q_values,
                    m.q_targets,
                    m.policy_loss,
                    m.policy_accuracy,
                    m.entropy,
                    m.distance_loss,
                    m.success_loss,
                    m.grad_norm,
                ]
            };
            assert!(close(&numbers(one), &numbers(other)), "{threads} threads: {other:?} for {one:?}");
            assert!(one.loss > 0.0 && one.success_loss > 0.0 && one.policy_accuracy > 0.0, "{one:?}");
        }
        assert!(close(&errors, &shared_errors), "{threads} threads: {shared_errors:?} for {errors:?}");
        assert!(close(&weights, &shared_weights), "{threads} threads");
        assert_eq!(learned(threads).2, shared_weights, "{threads} threads: the same bit for bit");
    }
}

fn copy_of<T: GoalTask, E: Encoder<State = T::State, Goal = T::Goal>>(
    learner: &GoalLearner<T, E>,
) -> tetreach_agents::nn::Network {
    let mut network = tetreach_agents::nn::Network::new(*learner.network().plan(), Device::Cpu, 0).unwrap();
    network.load_bytes(&learner.network().to_bytes()).unwrap();
    network
}

#[test]
fn one_batch_can_be_learned_by_heart() {
    let task = BitFlipTask::new(10).unwrap();
    nn::one_thread();
    let settings = DqnSettings { adam: rate(3e-3), losses: LossWeights::BOTH, ..DqnSettings::default() };
    let range = ValueRange::of_step_costs(0.9);
    let mut learner = GoalLearner::new(task, task, MLP, range, settings, Device::Cpu, 1).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let mut replay = ReplayBuffer::new(ReplaySettings { capacity: 1000, ..Default::default() }).unwrap();
    for episode in 0..20u64 {
        let states: Vec<u64> = (0..6).map(|i| ((episode * 37) % 1024) ^ ((1 << i) - 1)).collect();
        replay.ring.push_episode(&states, &[0, 1, 2, 3, 4].map(Action), 0).unwrap();
    }
    let mut batch = Minibatch::default();
    replay.sample(&task, 32, &mut rng, &mut batch).unwrap();
    let first = learner.learn(&mut batch, &mut rng).unwrap();
    let mut last = first;
    for _ in 0..600 {
        last = learner.learn(&mut batch, &mut rng).unwrap();
    }
    assert!(first.policy_loss > 2.0 && last.policy_loss < 0.05, "{first:?} {last:?}");
    assert!(last.td_loss < 0.01 && last.distance_loss < 0.1 && last.policy_accuracy > 0.99, "{last:?}");
}

#[test]
fn losses_that_are_switched_off_leave_their_heads_alone() {
    let heads = ["heads.value.bias", "heads.distance.bias", "heads.reachable.bias"];
    for (losses, expected) in [
        (LossWeights::Q, [true, false, false]),
        (LossWeights { distance: 0.0, ..LossWeights::IMITATION }, [false, false, false]),
        (LossWeights::IMITATION, [false, true, false]),
        (LossWeights::BOTH, [true, true, true]),
    ] {
        let mut learner = corridor_learner(MLP, DqnSettings { losses, ..DqnSettings::default() });
        let before = copy_of(&learner).named_tensors();
        let mut replay = corridor_replay(ReplaySettings::default());
        learner.step(&mut replay, &mut Pcg64Mcg::seed_from_u64(0)).unwrap();
        let after = learner.network().named_tensors();
        assert_eq!(heads.map(|name| before[name] != after[name]), expected, "{losses:?}");
    }
}

#[test]
fn a_stopped_and_resumed_learner_equals_one_that_was_not() {
    for target in [TargetUpdate::Hard { every: 3 }, TargetUpdate::Soft { rate: 0.1 }] {
        let run = |stop: bool| {
            let settings = DqnSettings { batch_size: 32, target, ..DqnSettings::default() };
            let mut learner = corridor_learner(MLP, settings);
            let mut replay = corridor_replay(ReplaySettings {
                priority: Some(PrioritySettings::default()),
                ..ReplaySettings::default()
            });
            let mut rng = Pcg64Mcg::seed_from_u64(9);
            let path = std::env::temp_dir().join(format!("tetreach-dqn-{}.safetensors", std::process::id()));
            for update in 0..20 {
                if stop && update == 11 {
                    learner.save(&path).unwrap();
                    let other = DqnSettings { batch_size: 32, target, ..DqnSettings::default() };
                    learner = corridor_learner(MLP, other);
                    learner.load(&path).unwrap();
                    std::fs::remove_file(&path).unwrap();
                }
                learner.step(&mut replay, &mut rng).unwrap();
            }
            assert_eq!(learner.updates(), 20);
            learner.to_bytes()
        };
        let uninterrupted = run(false);
        assert_eq!(uninterrupted, run(false), "the same seed gives the same bits");
        assert_eq!(uninterrupted, run(true), "{target:?}");
    }
}

#[test]
fn a_state_of_another_learner_is_refused() {
    let mut learner = corridor_learner(MLP, DqnSettings::default());
    let other = corridor_learner(NetSettings { max_distance: 9, ..MLP }, DqnSettings::default());
    let error = learner.load_bytes(&other.to_bytes()).unwrap_err().to_string();
    assert!(error.contains("shape") && !error.contains('\n'), "{error}");
    let error = learner.load_bytes(&learner.network().to_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("the weights lack `"), "{error}");
}
