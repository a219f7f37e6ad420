//! Networks that judge each action by itself: that they learn the exact values of a game with chance, and that margins
//! hold.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tch::Device;
use tetreach_agents::learn::{DqnSettings, GoalLearner, LossWeights, MarginSettings, TargetUpdate};
use tetreach_agents::nn::{
    self, AdamSettings, Encoder, EncodingRow, EncodingShape, NetSettings, NetworkEvaluator, Trunk, ValueRange,
};
use tetreach_agents::replay::{HindsightSettings, ReplayBuffer, ReplaySettings, TransitionId};
use tetreach_agents::toy::CoinWalk;
use tetreach_agents::toy::corridor::{LEFT, RIGHT};
use tetreach_agents::{Evaluations, Evaluator, GoalTask, Schedule};

const WALK: CoinWalk = CoinWalk { places: 7, cost: 0.05 };

/// Tells of each action from where to where it goes, one thing for each pair: values that are linear in that are a
/// table.
#[derive(Clone, Copy, Debug)]
struct Table;

impl Encoder for Table {
    type State = u16;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        let hints = 2 * usize::from(WALK.places);
        EncodingShape { planes: 1, height: 1, width: 1, maps: 1, actions: 2, hints }
    }

    fn encode(&self, place: &u16, _goal: &(), row: EncodingRow<'_>) {
        for action in WALK.legal_actions(place).iter() {
            row.legal[action.index()] = true;
            let hint = 2 * usize::from(*place) + action.index();
            row.hints[2 * hint + action.index()] = 1.0;
        }
    }
}

/// Random walks from everywhere, with the number of the first transition of each.
fn replay(discount: f32) -> (ReplayBuffer<u16, ()>, Vec<u64>) {
    let settings = ReplaySettings {
        capacity: 20_000,
        discount,
        hindsight: HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() },
        ..ReplaySettings::default()
    };
    let mut replay = ReplayBuffer::new(settings).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut firsts = Vec::new();
    for _ in 0..1500 {
        let mut states = vec![rng.random_range(1..WALK.places - 1)];
        let mut actions = Vec::new();
        while let Some(action) = WALK.legal_actions(states.last().unwrap()).sample(&mut rng) {
            let steps = rng.random_range(1..=2);
            states.push(WALK.walk(*states.last().unwrap(), action, steps));
            actions.push(action);
        }
        firsts.push(replay.ring.ids().end);
        replay.push_episode(&states, &actions, ()).unwrap();
    }
    (replay, firsts)
}

fn learner(layers: usize, margin: MarginSettings) -> GoalLearner<CoinWalk, Table> {
    nn::one_thread();
    let network = NetSettings {
        trunk: Trunk::PerAction { width: 24, layers },
        head_width: 4,
        max_distance: 2,
        q_atoms: 1,
        wraps: false,
    };
    let settings = DqnSettings {
        batch_size: 128,
        losses: LossWeights::Q,
        target: TargetUpdate::Hard { every: 20 },
        margin,
        adam: AdamSettings {
            learning_rate: Schedule::Linear { start: 2e-2, end: 5e-4, steps: 1500 },
            ..AdamSettings::default()
        },
        ..DqnSettings::default()
    };
    let range = ValueRange { low: -2.0, high: 2.0 };
    GoalLearner::new(WALK, Table, network, range, settings, Device::Cpu, 3).unwrap()
}

fn values(learner: &GoalLearner<CoinWalk, Table>) -> Vec<[f32; 2]> {
    let mut network = nn::Network::new(*learner.network().plan(), Device::Cpu, 0).unwrap();
    network.load_bytes(&learner.network().to_bytes()).unwrap();
    let mut out = Evaluations::default();
    let places: Vec<(u16, ())> = (1..WALK.places - 1).map(|place| (place, ())).collect();
    NetworkEvaluator::new(Table, network).evaluate(&places, &mut out).unwrap();
    (0..places.len()).map(|index| [out.q(index)[0], out.q(index)[1]]).collect()
}

#[test]
fn linear_values_and_those_of_hidden_layers_become_the_exact_ones() {
    let exact = WALK.exact_values();
    for layers in [0, 1] {
        let (mut replay, _) = replay(1.0);
        let mut learner = learner(layers, MarginSettings::default());
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        for _ in 0..1500 {
            learner.step(&mut replay, &mut rng).unwrap();
        }
        for (place, found) in (1..).zip(values(&learner)) {
            for (action, value) in [LEFT, RIGHT].into_iter().zip(found) {
                let expected = WALK.action_value(place, action, &exact);
                assert!((value - expected).abs() < 0.06, "{layers} layers, {place}: {value} for {expected}");
            }
        }
    }
}

#[test]
fn what_was_shown_becomes_better_than_all_else_by_the_margin_and_what_was_not_keeps_its_value() {
    let (mut replay, firsts) = replay(1.0);
    // Somebody shows at place 4 that one goes right, which is the worse way there.
    let mut shown = 0;
    for first in firsts {
        let (episode, _) = replay.ring.find(TransitionId(first)).unwrap();
        if episode.state(0) == 4 {
            replay.ring.advise(TransitionId(first), [(RIGHT, 1.0)].into());
            shown += 1;
        }
    }
    assert!(shown > 100, "{shown}");
    let exact = WALK.exact_values();
    let [left, right] = [LEFT, RIGHT].map(|action| WALK.action_value(4, action, &exact));
    let mut learner = learner(0, MarginSettings { weight: 10.0, size: 0.3 });
    let mut rng = Pcg64Mcg::seed_from_u64(2);
    for _ in 0..1500 {
        learner.step(&mut replay, &mut rng).unwrap();
    }
    let found = values(&learner);
    assert!(left != right);
    assert!(found[3][1] - found[3][0] > 0.28, "{:?}", found[3]);
    let expected = WALK.action_value(1, LEFT, &exact);
    assert!((found[0][0] - expected).abs() < 0.06, "{:?} for {expected}", found[0]);
}
