//! The forward pass in plain Rust against libtorch's, with the same weights on the same questions.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::engine::{Engine, EngineEvaluator, Instructions};
use tetreach_agents::nn::{
    Device, Encoder, EncodingRow, EncodingShape, NetSettings, Network, NetworkEvaluator, NetworkPlan, Trunk,
    ValueRange, WeightsError, one_thread,
};
use tetreach_agents::{Evaluations, Evaluator};

/// Shows random planes whose rows from `goal` on are empty.
#[derive(Clone, Copy)]
struct Noise(EncodingShape);

impl Encoder for Noise {
    type State = u64;
    type Goal = usize;

    fn shape(&self) -> EncodingShape {
        self.0
    }

    fn encode(&self, seed: &u64, filled: &usize, row: EncodingRow<'_>) {
        let shape = self.0;
        let mut rng = Pcg64Mcg::seed_from_u64(*seed);
        for plane in row.planes.chunks_exact_mut(shape.cells()) {
            for number in &mut plane[..filled * shape.width] {
                *number = [0.0, 1.0, rng.random()][rng.random_range(0..3)];
            }
            // Something that every question has, up to the highest row.
            for line in plane.chunks_exact_mut(shape.width) {
                line[0] += 0.5;
            }
        }
        let places = (shape.maps * shape.cells()) as i64;
        row.landing.iter_mut().for_each(|place| *place = rng.random_range(0..places));
        row.legal.iter_mut().for_each(|legal| *legal = rng.random_bool(0.7));
        row.hints.iter_mut().for_each(|hint| *hint = f32::from(u8::from(rng.random_bool(0.3))));
    }
}

fn plan(trunk: Trunk, height: usize, width: usize, atoms: usize, hints: usize) -> NetworkPlan {
    NetworkPlan {
        settings: NetSettings { trunk, head_width: 24, max_distance: 20, q_atoms: atoms, wraps: false },
        shape: EncodingShape { planes: 7, height, width, maps: 5, actions: 40, hints },
        value_range: ValueRange { low: -30.0, high: 0.0 },
    }
}

/// A network for a torus.
fn wrapping(plan: NetworkPlan) -> NetworkPlan {
    NetworkPlan { settings: NetSettings { wraps: true, ..plan.settings }, ..plan }
}

/// A network whose every weight differs from its first value, so that no term of a sum is 0 by chance.
fn shaken(plan: NetworkPlan, seed: u64) -> Network {
    let mut network = Network::new(plan, Device::Cpu, seed).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let weights: Vec<f32> = network
        .parameters()
        .to_vec()
        .iter()
        .map(|weight| weight + 0.1 * (rng.random::<f32>() - 0.5))
        .collect();
    network.parameters_mut().assign(&weights);
    network
}

fn assert_alike(expected: &Evaluations, found: &Evaluations, what: &str) {
    let alike = |expected: &[f32], found: &[f32], part: &str| {
        assert_eq!(expected.len(), found.len(), "{what}: {part}");
        for (index, (a, b)) in expected.iter().zip(found).enumerate() {
            assert!(a == b || (a - b).abs() < 1e-4 * a.abs().max(1.0), "{what}: {part} {index}: {a} and {b}");
        }
    };
    alike(&expected.log_policy, &found.log_policy, "policy");
    alike(&expected.q, &found.q, "values");
    alike(&expected.distance, &found.distance, "distance");
    alike(&expected.success, &found.success, "success");
}

#[test]
fn every_kind_of_network_gives_the_answers_of_libtorch_with_all_instructions() {
    compare_all(60);
}

/// Two minutes; `cargo test --release --features torch --test engine -- --ignored`.
#[test]
#[ignore = "takes minutes; the same with fewer questions is not ignored"]
fn so_it_does_on_ten_thousand_questions_each() {
    compare_all(10_000);
}

/// Holds engines with all kinds of trunks, heads and sizes of boards against libtorch.
fn compare_all(questions: u64) {
    one_thread();
    let conv = |channels, blocks| Trunk::Conv { channels, blocks };
    let plans = [
        plan(conv(32, 3), 20, 10, 1, 1),
        plan(conv(16, 1), 6, 6, 1, 0),
        plan(conv(24, 2), 7, 9, 11, 2),
        plan(conv(64, 2), 12, 5, 1, 1),
        plan(conv(8, 2), 4, 4, 3, 0),
        wrapping(plan(conv(48, 3), 11, 11, 1, 0)),
        wrapping(plan(conv(32, 1), 6, 5, 3, 1)),
        plan(Trunk::Mlp { width: 48, blocks: 2 }, 3, 10, 1, 1),
        plan(Trunk::Mlp { width: 20, blocks: 1 }, 5, 4, 7, 0),
        plan(Trunk::PerAction { width: 20, layers: 2 }, 5, 4, 1, 3),
        plan(Trunk::PerAction { width: 1, layers: 0 }, 5, 4, 7, 5),
    ];
    for (index, plan) in plans.into_iter().enumerate() {
        let network = shaken(plan, index as u64);
        let weights = network.to_bytes();
        let encoder = Noise(plan.shape);
        let pairs: Vec<(u64, usize)> =
            (0..questions).map(|seed| (seed, seed as usize % (plan.shape.height + 1))).collect();
        let mut libtorch = NetworkEvaluator::new(encoder, network);
        let mut engines: Vec<_> = Instructions::available()
            .into_iter()
            .flat_map(|instructions| {
                let engine = Arc::new(Engine::new(plan, &weights).unwrap().with_instructions(instructions));
                let whole = EngineEvaluator::new(encoder, engine.clone());
                let partial = EngineEvaluator::new(encoder, engine).with_background(&1, &0);
                [
                    (format!("{instructions:?}"), whole),
                    (format!("{instructions:?} with a background"), partial),
                ]
            })
            .collect();
        for pairs in pairs.chunks(500) {
            let (mut expected, mut found) = (Evaluations::default(), Evaluations::default());
            libtorch.evaluate(pairs, &mut expected).unwrap();
            for (name, engine) in &mut engines {
                engine.evaluate(pairs, &mut found).unwrap();
                assert_alike(&expected, &found, &format!("plan {index}, {name}"));
            }
        }
    }
}

#[test]
fn weights_from_the_learners_vector_are_those_of_the_file() {
    one_thread();
    for trunk in [Trunk::Conv { channels: 24, blocks: 2 }, Trunk::Mlp { width: 20, blocks: 1 }] {
        let plan = plan(trunk, 6, 5, 3, 1);
        let network = shaken(plan, 5);
        let pairs: Vec<(u64, usize)> = (0..10).map(|seed| (seed, 6)).collect();
        let engines = [
            Engine::new(plan, &network.to_bytes()).unwrap(),
            Engine::from_vector(plan, &network.layout(), &network.parameters().to_vec()).unwrap(),
        ];
        let [file, vector] = engines.map(|engine| {
            let mut out = Evaluations::default();
            EngineEvaluator::new(Noise(plan.shape), Arc::new(engine)).evaluate(&pairs, &mut out).unwrap();
            out
        });
        assert_eq!(file, vector);
        let short = &network.parameters().to_vec()[1..];
        assert!(Engine::from_vector(plan, &network.layout(), short).is_err());
    }
}

#[test]
fn a_convolution_answers_for_boards_of_other_sizes() {
    one_thread();
    let plan = plan(Trunk::Conv { channels: 16, blocks: 2 }, 14, 10, 1, 1);
    let network = shaken(plan, 3);
    let engine = Engine::new(plan, &network.to_bytes()).unwrap();
    let other = Noise(EncodingShape { height: 9, width: 7, ..plan.shape });
    assert!(engine.accepts(other.0));
    let pairs: Vec<(u64, usize)> = (0..20).map(|seed| (seed, 6)).collect();
    let (mut expected, mut found) = (Evaluations::default(), Evaluations::default());
    NetworkEvaluator::new(other, network).evaluate(&pairs, &mut expected).unwrap();
    EngineEvaluator::new(other, Arc::new(engine)).evaluate(&pairs, &mut found).unwrap();
    assert_alike(&expected, &found, "another size");
}

#[test]
fn weights_that_do_not_fit_are_named() {
    let small = plan(Trunk::Conv { channels: 16, blocks: 1 }, 6, 6, 1, 0);
    let weights = Network::new(small, Device::Cpu, 0).unwrap().to_bytes();
    let deeper = plan(Trunk::Conv { channels: 16, blocks: 2 }, 6, 6, 1, 0);
    let wider = plan(Trunk::Conv { channels: 32, blocks: 1 }, 6, 6, 1, 0);
    let hinted = plan(Trunk::Conv { channels: 16, blocks: 1 }, 6, 6, 1, 1);
    assert!(matches!(Engine::new(deeper, &weights), Err(WeightsError::Missing { .. })));
    assert!(matches!(Engine::new(wider, &weights), Err(WeightsError::Shape { .. })));
    assert!(matches!(Engine::new(hinted, &weights), Err(WeightsError::Missing { .. })));
    let more = Network::new(hinted, Device::Cpu, 0).unwrap().to_bytes();
    assert!(matches!(Engine::new(small, &more), Err(WeightsError::Unexpected { .. })));
    assert!(matches!(Engine::new(small, &weights[..weights.len() / 2]), Err(WeightsError::Damaged { .. })));
}
