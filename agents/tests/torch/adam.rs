//! The optimizer against libtorch's own, and its state.
#![expect(clippy::disallowed_methods, reason = "the tensors of tests are on the processor")]

use tch::nn::{self, OptimizerConfig, VarStore};
use tch::{Device, Kind, Tensor};
use tetreach_agents::Schedule;
use tetreach_agents::nn::one_thread;
use tetreach_agents::nn::{Adam, AdamSettings, Parameters};

/// A store with a matrix, a bias and one weight that no loss depends on.
fn store() -> (VarStore, Tensor, Tensor) {
    one_thread();
    let store = VarStore::new(Device::Cpu);
    let ramp = |count: i64| (Tensor::arange(count, (Kind::Float, Device::Cpu)) * 0.7).sin();
    let weight = store.root().add("weight", ramp(12).view([3, 4]), true);
    let _ = store.root().add("unused", ramp(3), true);
    let bias = store.root().add("bias", ramp(3) * 0.1, true);
    (store, weight, bias)
}

/// A loss that is never the same twice and has gradients of all sizes.
fn loss(weight: &Tensor, bias: &Tensor, step: i64) -> Tensor {
    let x = (Tensor::arange(20, (Kind::Float, Device::Cpu)) * (step + 1) as f64 * 0.37).cos().view([5, 4]);
    let y = x.linear(weight, Some(bias));
    (y.tanh() * 3.0 - x.narrow(1, 0, 3)).square().sum(Kind::Float)
}

fn settings() -> AdamSettings {
    AdamSettings {
        learning_rate: Schedule::Constant { value: 0.01 },
        max_grad_norm: None,
        ..AdamSettings::default()
    }
}

fn distance(a: &Tensor, b: &Tensor) -> f64 {
    (a - b).abs().max().double_value(&[])
}

#[test]
fn a_gradient_that_is_not_finite_moves_nothing_and_is_found_later() {
    let (store, weight, bias) = store();
    let mut parameters = Parameters::new(&store);
    let mut adam = Adam::new(AdamSettings { max_grad_norm: Some(1.0), ..settings() }, &parameters);
    let before = parameters.to_vec();
    (loss(&weight, &bias, 0) * f64::NAN).backward();
    let norm = adam.step_without_waiting(&mut parameters);
    assert!(!norm.double_value(&[]).is_finite());
    assert_eq!(parameters.to_vec(), before);
    loss(&weight, &bias, 0).backward();
    let norm = adam.step_without_waiting(&mut parameters);
    assert!(norm.double_value(&[]) > 1.0);
    assert!(parameters.to_vec() != before && parameters.to_vec().iter().all(|weight| weight.is_finite()));
}

#[test]
fn it_makes_the_steps_of_libtorch() {
    // libtorch's AdamW decays biases too, so the comparison with decay looks at the matrix alone.
    for weight_decay in [0.0, 0.1] {
        let (own_store, weight, bias) = store();
        let mut parameters = Parameters::new(&own_store);
        let mut own = Adam::new(AdamSettings { weight_decay, ..settings() }, &parameters);
        let (their_store, their_weight, their_bias) = store();
        let mut theirs = if weight_decay > 0.0 {
            nn::AdamW { beta1: 0.9, beta2: 0.999, wd: weight_decay, eps: 1e-8, amsgrad: false }
                .build(&their_store, 0.01)
                .unwrap()
        } else {
            nn::Adam::default().build(&their_store, 0.01).unwrap()
        };
        for step in 0..300 {
            loss(&weight, &(if weight_decay > 0.0 { bias.zeros_like() } else { bias.shallow_clone() }), step)
                .backward();
            own.step(&mut parameters).unwrap();
            let their_bias = if weight_decay > 0.0 { bias.zeros_like() } else { their_bias.shallow_clone() };
            theirs.backward_step(&loss(&their_weight, &their_bias, step));
            assert!(distance(&weight, &their_weight) < 1e-4, "step {step}");
        }
        assert_eq!(own.steps(), 300);
        if weight_decay == 0.0 {
            assert!(distance(&bias, &their_bias) < 1e-4);
        }
    }
}

#[test]
fn decay_shrinks_matrices_and_spares_biases() {
    let (store, weight, bias) = store();
    let (weight_before, bias_before) = (weight.detach().copy(), bias.detach().copy());
    let mut parameters = Parameters::new(&store);
    Adam::new(AdamSettings { weight_decay: 10.0, ..settings() }, &parameters).step(&mut parameters).unwrap();
    assert!(distance(&weight, &(weight_before * 0.9)) < 1e-6);
    assert_eq!(distance(&bias, &bias_before), 0.0);
}

#[test]
fn long_gradients_are_shortened_and_infinite_ones_refused() {
    let (store, weight, bias) = store();
    let mut parameters = Parameters::new(&store);
    // With both shares of the past at 0 a step is rate * g / (|g| + epsilon): a large epsilon shows the length of g.
    let limited =
        AdamSettings { beta1: 0.0, beta2: 0.0, epsilon: 100.0, max_grad_norm: Some(2.0), ..settings() };
    let mut adam = Adam::new(limited, &parameters);
    let before = parameters.values().copy();
    loss(&weight, &bias, 0).backward();
    let norm = adam.step(&mut parameters).unwrap();
    let moved = (parameters.values() - &before).norm().double_value(&[]) * 100.0 / 0.01;
    assert!(norm > 2.0 && (moved - 2.0).abs() < 0.2, "norm {norm}, moved {moved}");

    let before = parameters.values().copy();
    (loss(&weight, &bias, 0) * f64::INFINITY).backward();
    assert!(adam.step(&mut parameters).is_err());
    assert_eq!(distance(parameters.values(), &before), 0.0);
    assert_eq!(parameters.gradient().abs().max().double_value(&[]), 0.0, "the bad gradient is forgotten");
}

#[test]
fn a_restored_optimizer_goes_on_bit_for_bit() {
    let run = |interrupted: bool| {
        let (first_store, mut weight, mut bias) = store();
        let mut parameters = Parameters::new(&first_store);
        let settings = AdamSettings {
            learning_rate: Schedule::Linear { start: 0.02, end: 0.001, steps: 30 },
            weight_decay: 0.01,
            max_grad_norm: Some(1.0),
            ..settings()
        };
        let mut adam = Adam::new(settings, &parameters);
        for step in 0..40 {
            if interrupted && step == 17 {
                let (store, new_weight, new_bias) = store();
                let mut restored = Parameters::new(&store);
                restored.blend(&parameters, 1.0);
                let bytes = tetreach_agents::nn::weights::to_bytes(&adam.named_tensors());
                adam = Adam::new(settings, &restored);
                adam.load(&tetreach_agents::nn::weights::from_bytes(&bytes).unwrap()).unwrap();
                (weight, bias, parameters) = (new_weight, new_bias, restored);
            }
            loss(&weight, &bias, step).backward();
            adam.step(&mut parameters).unwrap();
        }
        Vec::<f32>::try_from(parameters.values()).unwrap()
    };
    let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(run(false)), bits(run(true)));
}
