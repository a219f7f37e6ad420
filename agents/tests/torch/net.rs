//! Networks: what they read, what they leave alone, how they are saved.
#![expect(clippy::disallowed_methods, reason = "the tensors of tests are on the processor")]

use tch::{Device, Kind, Tensor};
use tetreach_agents::nn;
use tetreach_agents::nn::{
    Encoder, Encoding, EncodingRow, EncodingShape, ILLEGAL, Input, NetSettings, Network, NetworkEvaluator,
    NetworkPlan, Outputs, Trunk, ValueRange, WeightsError,
};
use tetreach_agents::{Evaluations, Evaluator};

/// A board of `height` by 3 with one map an action; the state says which of the 6 actions are legal.
#[derive(Clone, Copy)]
struct Board {
    height: usize,
    hints: usize,
}

const ACTIONS: usize = 6;

impl Encoder for Board {
    type State = u8;
    type Goal = u8;

    fn shape(&self) -> EncodingShape {
        EncodingShape {
            planes: 2,
            height: self.height,
            width: 3,
            maps: ACTIONS,
            actions: ACTIONS,
            hints: self.hints,
        }
    }

    fn encode(&self, state: &u8, goal: &u8, row: EncodingRow<'_>) {
        let cells = self.shape().cells();
        for (i, cell) in row.planes.iter_mut().enumerate() {
            *cell = f32::from((state ^ goal).wrapping_mul(37).rotate_left(i as u32) & 1);
        }
        for action in 0..ACTIONS {
            row.landing[action] = (action * cells + (action * 5 + usize::from(*goal)) % cells) as i64;
            row.legal[action] = state >> action & 1 == 1;
            if let Some(hint) = row.hints.get_mut(action) {
                *hint = f32::from(goal >> action & 1);
            }
        }
    }
}

fn plan(trunk: Trunk, q_atoms: usize) -> NetworkPlan {
    let settings = NetSettings { trunk, head_width: 8, max_distance: 5, q_atoms, wraps: false };
    NetworkPlan {
        settings,
        shape: Board { height: 4, hints: 1 }.shape(),
        value_range: ValueRange { low: -9.0, high: 1.0 },
    }
}

const CONV: Trunk = Trunk::Conv { channels: 8, blocks: 2 };
const MLP: Trunk = Trunk::Mlp { width: 16, blocks: 2 };

fn network(trunk: Trunk, q_atoms: usize, seed: u64) -> Network {
    nn::one_thread();
    Network::new(plan(trunk, q_atoms), Device::Cpu, seed).unwrap()
}

/// A batch of three; the last has no legal action at all.
fn input(height: usize) -> Input {
    let board = Board { height, hints: 1 };
    let mut encoding = Encoding::new(board.shape());
    for (state, goal) in [(0b01_1001, 3), (0b11_0110, 77), (0, 5)] {
        encoding.push(&board, &state, &goal);
    }
    Input::new(&encoding, Device::Cpu)
}

fn bits(tensor: &Tensor) -> Vec<u32> {
    let values = Vec::<f32>::try_from(tensor.detach().flatten(0, -1)).unwrap();
    values.into_iter().map(f32::to_bits).collect()
}

fn all_bits(outputs: &Outputs) -> Vec<u32> {
    [&outputs.policy, &outputs.q, &outputs.distance, &outputs.success].into_iter().flat_map(bits).collect()
}

#[test]
fn outputs_have_their_shapes_and_mask_what_is_illegal() {
    let input = input(4);
    for (trunk, atoms) in [(CONV, 1), (CONV, 7), (MLP, 1), (MLP, 7)] {
        let outputs = network(trunk, atoms, 1).forward(&input);
        assert_eq!(outputs.policy.size(), [3, 6]);
        assert_eq!(outputs.q.size(), [3, 6]);
        assert_eq!(outputs.distance.size(), [3, 6]);
        assert_eq!(outputs.success.size(), [3]);
        assert_eq!(outputs.q_logits.map(|logits| logits.size()), (atoms > 1).then(|| vec![3, 7, 6]));
        for values in [&outputs.policy, &outputs.q] {
            let masked = values.eq(ILLEGAL);
            assert_eq!(masked, input.legal.logical_not(), "{trunk:?} {atoms}");
            assert_eq!(values.isfinite().all().int64_value(&[]), 1);
        }
    }
}

#[test]
fn a_distributional_value_stays_inside_its_range() {
    let input = input(4);
    let q = network(CONV, 7, 1).forward(&input).q.masked_select(&input.legal);
    assert!(q.min().double_value(&[]) >= -9.0 && q.max().double_value(&[]) <= 1.0);
}

#[test]
fn illegal_actions_get_no_gradient_and_legal_ones_do() {
    let input = input(4);
    for (trunk, head) in [(CONV, "heads.maps.weight"), (MLP, "heads.actions.weight")] {
        for atoms in [1, 3] {
            let network = network(trunk, atoms, 2);
            let outputs = network.forward(&input);
            let legal = input.legal.to_kind(Kind::Float);
            // Row 0 only, where the actions 0, 3 and 4 are legal.
            let policy = (outputs.policy.log_softmax(1, Kind::Float) * &legal).get(0).get(3);
            let q = (outputs.q.square() * &legal).get(0).sum(Kind::Float);
            (policy + q).backward();
            let gradient =
                network.named_tensors()[head].grad().flatten(1, -1).view([1 + atoms as i64, 6, -1]);
            let touched = gradient.abs().amax([0, 2], false).gt(0.0);
            let touched = Vec::<bool>::try_from(touched).unwrap();
            assert_eq!(touched, [true, false, false, true, true, false], "{head} with {atoms} atoms");
        }
    }
}

#[test]
fn the_gathered_head_has_the_gradient_of_finite_differences() {
    let input = input(4);
    let network = network(CONV, 1, 3);
    let coefficients = Tensor::from_slice(&[0.3f32, -1.0, 2.0, 0.7, -0.2, 1.5]);
    let loss = || {
        let outputs = network.forward(&input);
        let legal = input.legal.to_kind(Kind::Float);
        // Linear in the maps' weights, so that differences are exact up to rounding.
        ((outputs.q + outputs.policy * 0.5) * &coefficients * legal).sum(Kind::Float)
    };
    loss().backward();
    let mut weight = network.named_tensors()["heads.maps.weight"].shallow_clone();
    let gradient = weight.grad().flatten(0, -1);
    for i in 0..weight.numel() as i64 {
        let difference = tch::no_grad(|| {
            let mut entry = weight.view(-1).narrow(0, i, 1);
            let mut at = |shift: f64| {
                let _ = entry.g_add_scalar_(shift);
                loss().double_value(&[])
            };
            let (above, below) = (at(0.5), at(-1.0));
            at(0.5);
            above - below
        });
        let expected = gradient.double_value(&[i]);
        assert!((difference - expected).abs() < 1e-3, "weight {i}: {difference} against {expected}");
    }
    weight.zero_grad();
}

#[test]
fn a_convolution_reads_an_action_at_its_landing_cell() {
    let network = network(CONV, 1, 4);
    let mut input = input(4);
    let before = network.forward(&input);
    // All actions of the first row now land on one cell of map 2: they are scored alike.
    let _ = input.landing.get(0).fill_(2 * 12 + 7);
    let _ = input.legal.fill_(1);
    let after = network.forward(&input);
    let first = Vec::<f32>::try_from(after.policy.get(0)).unwrap();
    assert!(first.iter().all(|logit| *logit == first[0]), "{first:?}");
    assert_ne!(bits(&before.policy.get(1).get(1)), bits(&after.policy.get(0).get(1)));
}

#[test]
fn on_a_torus_the_place_of_a_pattern_does_not_matter() {
    let roll = |input: &mut Input| input.planes = input.planes.roll([1, 2], [2, 3]);
    let answers = |wraps: bool| {
        let plan = plan(CONV, 1);
        let plan = NetworkPlan { settings: NetSettings { wraps, ..plan.settings }, ..plan };
        nn::one_thread();
        let mut network = Network::new(plan, Device::Cpu, 5).unwrap();
        // Blocks begin closed and would not be seen.
        let weights = network.parameters().to_vec();
        let shaken = weights.iter().enumerate().map(|(i, weight)| weight + 0.1 * (i as f32).sin());
        network.parameters_mut().assign(&shaken.collect::<Vec<_>>());
        let mut input = input(4);
        let here = network.forward(&input).success;
        roll(&mut input);
        (here - network.forward(&input).success).abs().max().double_value(&[])
    };
    assert!(answers(true) < 1e-5, "{}", answers(true));
    assert!(answers(false) > 1e-4, "{}", answers(false));
}

#[test]
fn a_convolution_judges_boards_of_any_size() {
    let outputs = network(CONV, 1, 5).forward(&input(9));
    assert_eq!((outputs.policy.size(), outputs.distance.size()), (vec![3, 6], vec![3, 6]));
}

#[test]
fn equal_seeds_give_equal_bits() {
    let input = input(4);
    for trunk in [CONV, MLP] {
        let [first, second, other] = [7, 7, 8].map(|seed| network(trunk, 1, seed));
        assert_eq!(first.to_bytes(), second.to_bytes());
        assert_ne!(first.to_bytes(), other.to_bytes());
        assert_eq!(all_bits(&first.forward(&input)), all_bits(&second.forward(&input)));
    }
}

#[test]
fn saved_weights_come_back_bit_for_bit() {
    let path = std::env::temp_dir().join(format!("tetreach-net-{}.safetensors", std::process::id()));
    let input = input(4);
    let saved = network(CONV, 1, 9);
    saved.save(&path).unwrap();
    let mut loaded = network(CONV, 1, 10);
    loaded.load(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(all_bits(&saved.forward(&input)), all_bits(&loaded.forward(&input)));
    let error = loaded.load(&path).unwrap_err();
    assert!(error.to_string().starts_with("cannot read "), "{error}");
}

#[test]
fn weights_of_another_network_are_refused_in_one_sentence() {
    let mut network = network(CONV, 1, 1);
    let before = network.to_bytes();
    let mut refuse = |other: NetworkPlan| {
        let bytes = Network::new(other, Device::Cpu, 2).unwrap().to_bytes();
        network.load_bytes(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        refuse(plan(Trunk::Conv { channels: 4, blocks: 2 }, 1)),
        "`heads.hidden.weight` has the shape [8, 8] where this network has [8, 16]: other settings made it"
    );
    assert_eq!(
        refuse(plan(Trunk::Conv { channels: 8, blocks: 1 }, 1)),
        "the weights lack `trunk.block1.conv0.bias`: they belong to a network with other settings"
    );
    assert_eq!(
        refuse(plan(Trunk::Conv { channels: 8, blocks: 3 }, 1)),
        "the weights have `trunk.block2.conv0.bias`, which this network has not: \
         they belong to one with other settings"
    );
    for length in [0, 7, 100, before.len() - 1] {
        let refused = network.load_bytes(&before[..length]);
        assert!(matches!(refused, Err(WeightsError::Damaged { .. })), "{length} bytes");
    }
    assert_eq!(network.to_bytes(), before, "a refusal changes nothing");
}

#[test]
fn an_evaluation_is_what_the_network_says() {
    let board = Board { height: 4, hints: 1 };
    let mut evaluator = NetworkEvaluator::new(board, network(CONV, 1, 6));
    let outputs = evaluator.network.forward(&input(4));
    let mut out = Evaluations::default();
    evaluator.evaluate(&[(0b01_1001, 3), (0b11_0110, 77), (0, 5)], &mut out).unwrap();
    assert_eq!((out.len(), out.actions), (3, 6));
    for (i, legal) in [(0usize, 0b01_1001u8), (1, 0b11_0110), (2, 0)] {
        for action in 0..6 {
            let is_legal = legal >> action & 1 == 1;
            assert_eq!(out.q(i)[action].is_finite() && out.log_policy(i)[action].is_finite(), is_legal);
            if is_legal {
                let q = outputs.q.double_value(&[i as i64, action as i64]) as f32;
                assert_eq!(out.q(i)[action], q);
            }
        }
        let total: f32 = out.log_policy(i).iter().map(|p| p.exp()).sum();
        assert!((total - if legal == 0 { 0.0 } else { 1.0 }).abs() < 1e-5);
        assert!((0.0..=5.0).contains(&out.distance[i]) && (0.0..=1.0).contains(&out.success[i]));
    }
    evaluator.evaluate(&[], &mut out).unwrap();
    assert!(out.is_empty());
}

#[test]
fn a_grown_network_answers_as_before_and_its_twins_learn_apart() {
    let mut small = network(CONV, 3, 1);
    // New networks have closed blocks; this one has something to pass on everywhere.
    let numbers: Vec<f32> =
        (0..small.parameters().count()).map(|i| ((i * 7919 % 997) as f32 / 997.0 - 0.5) * 0.6).collect();
    small.parameters_mut().assign(&numbers);
    let input = input(4);
    let grown = |trunk, hints, seed| {
        let mut larger = *small.plan();
        (larger.settings.trunk, larger.shape.hints) = (trunk, hints);
        small.grown(&larger, seed)
    };
    let large = grown(Trunk::Conv { channels: 16, blocks: 3 }, 1, 5).unwrap();
    assert!(large.parameters().count() > 3 * small.parameters().count());
    let (before, after) = (small.forward(&input), large.forward(&input));
    for (name, before, after) in [
        ("policy", before.policy, &after.policy),
        ("q", before.q, &after.q),
        ("distance", before.distance, &after.distance),
        ("success", before.success, &after.success),
    ] {
        assert!((before - after).abs().max().double_value(&[]) < 1e-4, "{name}");
    }
    (after.distance.log_softmax(1, Kind::Float).select(1, 0).sum(Kind::Float)).backward();
    let tensors = large.named_tensors();
    let gradient = tensors["trunk.block0.conv0.weight"].grad();
    let twin = |first| gradient.slice(0, first, None, 2);
    let difference = twin(0) - twin(1);
    assert!(difference.abs().max().double_value(&[]) > 1e-6, "twins with equal gradients would stay twins");
    assert!(grown(Trunk::Conv { channels: 12, blocks: 2 }, 1, 0).is_none());
    assert!(grown(Trunk::Conv { channels: 16, blocks: 1 }, 1, 0).is_none());
    assert!(grown(MLP, 1, 0).is_none());
    assert!(grown(CONV, 0, 0).is_none() && grown(CONV, 2, 0).is_none());
}

#[test]
fn hints_count_for_nothing_until_they_are_trusted_and_then_for_their_own_actions() {
    for trunk in [CONV, MLP] {
        for atoms in [1, 3] {
            let (network, told) = (network(trunk, atoms, 1), input(4));
            let mut untold = input(4);
            untold.hints = untold.hints.zeros_like();
            let before = network.forward(&told);
            assert_eq!(all_bits(&before), all_bits(&network.forward(&untold)));
            tch::no_grad(|| _ = network.named_tensors()["heads.trust.bias"].shallow_clone().fill_(-3.0));
            let after = network.forward(&told);
            let moved = (&after.policy - &before.policy).abs().gt(1.0);
            let hinted = told.hints.squeeze_dim(1).gt(0.0).logical_and(&told.legal);
            assert_eq!(moved, hinted, "{trunk:?}");
            assert_eq!(bits(&after.distance), bits(&before.distance));
        }
    }
}

#[test]
fn a_network_without_hints_may_be_given_some() {
    let told = plan(CONV, 1);
    let mut plan = told;
    plan.shape.hints = 0;
    let bare = Network::new(plan, Device::Cpu, 1).unwrap();
    let grown = bare.grown(&told, 0).unwrap();
    assert_eq!(all_bits(&bare.forward(&input(4))), all_bits(&grown.forward(&input(4))));
}

#[test]
fn further_planes_are_not_read_at_first_and_further_maps_leave_the_known_ones_alone() {
    let small = network(CONV, 3, 1);
    let mut larger = *small.plan();
    larger.shape.planes += 1;
    larger.shape.maps += 4;
    let large = small.grown(&larger, 0).unwrap();
    let told = input(4);
    let mut more = input(4);
    let further = told.planes.narrow(1, 0, 1).ones_like();
    more.planes = Tensor::cat(&[&told.planes, &further], 1);
    assert_eq!(all_bits(&small.forward(&told)), all_bits(&large.forward(&more)));
    let maps = |network: &Network| network.named_tensors()["heads.maps.bias"].size()[0];
    assert_eq!(maps(&large), maps(&small) + 4 * 4);
}
