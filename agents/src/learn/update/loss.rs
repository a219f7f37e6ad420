//! The losses, sample by sample.

use tch::{Kind, Reduction, Tensor};

use super::labels::Labels;
use crate::learn::PolicyAim;
use crate::nn::{Network, Outputs, ValueRange};

const FLOAT: Kind = Kind::Float;

/// What action values should be.
pub(super) enum QTarget {
    /// A number, `[batch]`.
    Value(Tensor),
    /// A distribution over the atoms, `[batch, atoms]`.
    Distribution(Tensor),
}

/// The bootstrapped returns: double Q-learning (van Hasselt et al. 2016) over legal actions.
///
/// `online` and `target` are the two networks' outputs for the next states; the first of them chooses. Where no
/// action is legal the value is the lowest there is. Values never leave the range that the rewards allow, as in
/// Andrychowicz et al. 2017, appendix A.
pub(super) fn q_target(labels: &Labels, online: &Outputs, target: &Outputs, network: &Network) -> QTarget {
    let ValueRange { low, high } = network.plan().value_range;
    let (low, high) = (f64::from(low), f64::from(high));
    let best = online.q.argmax(1, true);
    let stuck = online.q.gather(1, &best, false).squeeze_dim(1).lt(crate::nn::ILLEGAL / 2.0);
    let Some(logits) = &target.q_logits else {
        let value = target.q.gather(1, &best, false).squeeze_dim(1).clamp(low, high);
        let value = value.masked_fill(&stuck, low);
        let mut returned = &labels.rewards + &labels.bootstraps * value;
        if let Some(ceilings) = &labels.ceilings {
            returned = returned.minimum(&ceilings.gather(1, &labels.actions, false).squeeze_dim(1));
        }
        return QTarget::Value(returned.clamp(low, high));
    };
    // Categorical projection (Bellemare et al. 2017, equation 7): each atom, once discounted and shifted, is shared
    // between its two neighbours in proportion to nearness.
    let support = network.support();
    let atoms = support.size()[0];
    let step = (high - low) / (atoms - 1) as f64;
    let best = best.unsqueeze(1).expand([-1, atoms, 1], false);
    let chances = logits.gather(2, &best, false).squeeze_dim(2).softmax(1, FLOAT);
    let lowest =
        Tensor::zeros_like(support).index_fill(0, &Tensor::from(0i64).to_device(support.device()), 1.0);
    let chances = lowest.unsqueeze(0).where_self(&stuck.unsqueeze(1), &chances);
    let mut shifted = labels.rewards.unsqueeze(1) + labels.bootstraps.unsqueeze(1) * support;
    if let Some(ceilings) = &labels.ceilings {
        shifted = shifted.minimum(&ceilings.gather(1, &labels.actions, false));
    }
    let shifted = shifted.clamp(low, high);
    // [batch, new atom, old atom]
    let nearness: Tensor = 1.0 - (shifted.unsqueeze(1) - support.view([1, -1, 1])).abs() / step;
    QTarget::Distribution(nearness.clamp_min(0.0).matmul(&chances.unsqueeze(2)).squeeze_dim(2))
}

/// The loss of the values of the actions taken, and the size of the errors for priorities, each `[batch]`.
pub(super) fn q_loss(
    outputs: &Outputs,
    actions: &Tensor,
    target: &QTarget,
    huber_delta: f64,
) -> (Tensor, Tensor) {
    match (target, &outputs.q_logits) {
        (QTarget::Distribution(chances), Some(logits)) => {
            let atoms = logits.size()[1];
            let taken = logits.gather(2, &actions.unsqueeze(1).expand([-1, atoms, 1], false), false);
            let log_chances = taken.squeeze_dim(2).log_softmax(1, FLOAT);
            let loss = -(chances * log_chances).sum_dim_intlist(1i64, false, FLOAT);
            let errors = loss.detach();
            (loss, errors)
        }
        (QTarget::Value(value), _) => {
            let taken = outputs.q.gather(1, actions, false).squeeze_dim(1);
            let loss = taken.huber_loss(value, Reduction::None, huber_delta);
            (loss, (taken.detach() - value).abs())
        }
        (QTarget::Distribution(_), None) => unreachable!("both networks have the same plan"),
    }
}

/// How far values rise above their ceilings, `[batch]`: the mean loss of the legal actions that do.
pub(super) fn ceiling_loss(
    outputs: &Outputs,
    ceilings: &Tensor,
    range: ValueRange,
    huber_delta: f64,
) -> Tensor {
    let allowed = ceilings.clamp(f64::from(range.low), f64::from(range.high));
    // Illegal actions have a value below everything.
    let excess = (&outputs.q - allowed).clamp_min(0.0);
    let count = excess.gt(0.0).sum_dim_intlist(1i64, false, FLOAT).clamp_min(1.0);
    let loss = excess.huber_loss(&excess.zeros_like(), Reduction::None, huber_delta);
    loss.sum_dim_intlist(1i64, false, FLOAT) / count
}

/// By how much values of other moves rise above those of moves that were shown or advised, less a margin, `[batch]`;
/// of no use where nothing was (Hester et al. 2018, equation 2).
pub(super) fn margin_loss(outputs: &Outputs, shown: &Tensor, margin: f64) -> Tensor {
    let is_shown = shown.gt(0.0);
    let other = is_shown.logical_not().to_kind(FLOAT);
    let best = (&outputs.q + other * margin).amax([1i64], false);
    best - outputs.q.masked_fill(&is_shown.logical_not(), crate::nn::ILLEGAL).amax([1i64], false)
}

impl QTarget {
    /// The sum over the samples, as a number.
    pub fn sum(&self, support: &Tensor) -> Tensor {
        match self {
            QTarget::Value(value) => value.sum(FLOAT),
            QTarget::Distribution(chances) => chances.matmul(support).sum(FLOAT),
        }
    }
}

/// The policy's cross-entropy, its hits and its entropy.
pub(super) struct PolicyLoss {
    /// Minus the logarithm of a probability, `[batch]`; of no use where nothing is wanted.
    pub loss: Tensor,
    /// Whether the most probable action is one of those that lead on, `[batch]`.
    pub hits: Tensor,
    /// The entropy, `[batch]`.
    pub entropy: Tensor,
}

/// Compares the policy with what it should be, `[batch, actions]`.
pub(super) fn policy_loss(outputs: &Outputs, wanted: &Tensor, aim: PolicyAim) -> PolicyLoss {
    let log_policy = outputs.policy.log_softmax(1, FLOAT);
    let loss = match aim {
        PolicyAim::Shares => -(wanted * &log_policy).sum_dim_intlist(1i64, false, FLOAT),
        PolicyAim::Any => {
            let unwanted = wanted.le(0.0);
            -log_policy.masked_fill(&unwanted, crate::nn::ILLEGAL).logsumexp(1i64, false)
        }
    };
    let policy = log_policy.detach();
    let hits = wanted.gather(1, &policy.argmax(1, true), false).squeeze_dim(1).gt(0.0).to_kind(FLOAT);
    let entropy = -(policy.exp() * policy).sum_dim_intlist(1i64, false, FLOAT);
    PolicyLoss { loss, hits, entropy }
}

/// The cross-entropy of the distance, `[batch]`; the last class stands for all distances from it on.
pub(super) fn distance_loss(outputs: &Outputs, steps: &Tensor) -> Tensor {
    let last = outputs.distance.size()[1] - 1;
    let class = steps.clamp(0.0, last as f64).to_kind(Kind::Int64).unsqueeze(1);
    -outputs.distance.log_softmax(1, FLOAT).gather(1, &class, false).squeeze_dim(1)
}

/// The cross-entropy of success, `[batch]`.
pub(super) fn success_loss(outputs: &Outputs, success: &Tensor) -> Tensor {
    let target = success.clamp_min(0.0);
    outputs.success.binary_cross_entropy_with_logits::<Tensor>(&target, None, None, Reduction::None)
}

/// What these samples add to the weighted mean over those of their batch where `mask` is 1, `total` together: a number.
pub(super) fn masked_share(loss: &Tensor, weights: &Tensor, mask: &Tensor, total: f64) -> Tensor {
    (loss * weights * mask).sum(FLOAT) / total.max(1.0)
}

#[expect(clippy::disallowed_methods, reason = "the tensors of tests are on the processor")]
#[cfg(test)]
mod tests {
    use tch::Device;

    use super::super::labels::Totals;
    use super::*;
    use crate::nn::{EncodingShape, ILLEGAL, NetSettings, NetworkPlan, Trunk};

    /// A network whose values range over [-10, 0]; only its plan and its atoms are used.
    fn network(q_atoms: usize) -> Network {
        let settings =
            NetSettings { trunk: Trunk::Mlp { width: 1, blocks: 0 }, q_atoms, ..NetSettings::default() };
        let shape = EncodingShape { planes: 1, height: 1, width: 1, maps: 1, actions: 3, hints: 0 };
        let value_range = ValueRange { low: -10.0, high: 0.0 };
        Network::new(NetworkPlan { settings, shape, value_range }, Device::Cpu, 0).unwrap()
    }

    fn outputs(q: [[f32; 3]; 4], q_logits: Option<Tensor>) -> Outputs {
        let q = Tensor::from_slice2(&q);
        let nothing = || Tensor::zeros([4, 1], (FLOAT, Device::Cpu));
        Outputs { policy: q.shallow_clone(), q, q_logits, distance: nothing(), success: nothing() }
    }

    /// A usual step, one with a large reward, an end, and a step into a state without actions.
    fn labels() -> Labels {
        let row = |values: [f32; 4]| Tensor::from_slice(&values);
        Labels {
            actions: Tensor::zeros([4, 1], (Kind::Int64, Device::Cpu)),
            has_policy: row([1.0; 4]),
            is_shown: row([0.0; 4]),
            policy: Tensor::from_slice2(&[[1.0f32, 0.0, 0.0]]).expand([4, 3], false),
            rewards: row([-1.0, 9.0, -1.0, -1.0]),
            bootstraps: row([0.5, 0.5, 0.0, 0.5]),
            weights: row([1.0; 4]),
            steps: row([-1.0; 4]),
            success: row([-1.0; 4]),
            ceilings: None,
            totals: Totals::default(),
        }
    }

    const NO: f32 = ILLEGAL as f32;
    const ONLINE: [[f32; 3]; 4] = [[-3.0, -2.0, NO], [-1.0, NO, NO], [-1.0, -1.0, -1.0], [NO, NO, NO]];

    #[test]
    fn the_online_network_chooses_among_legal_actions_and_the_target_network_values() {
        let target = outputs([[-1.0, -4.0, NO], [-2.0, NO, NO], [-5.0, -5.0, -5.0], [NO, NO, NO]], None);
        let QTarget::Value(value) = q_target(&labels(), &outputs(ONLINE, None), &target, &network(1)) else {
            panic!("one atom has plain values");
        };
        // -1 + 0.5 * -4; 9 + 0.5 * -2 is out of range; nothing after an end; -1 + 0.5 * -10 where nothing is legal.
        assert_eq!(Vec::<f32>::try_from(value).unwrap(), [-3.0, 0.0, -1.0, -6.0]);
    }

    #[test]
    fn values_above_their_ceilings_are_punished_and_returns_are_cut() {
        let mut labels = labels();
        labels.ceilings =
            Some(Tensor::from_slice2(&[[-3.5f32, -9.0, f32::NEG_INFINITY]]).expand([4, 3], false));
        let target = outputs([[-1.0, -4.0, NO], [-2.0, NO, NO], [-5.0, -5.0, -5.0], [NO, NO, NO]], None);
        let network = network(1);
        let QTarget::Value(value) = q_target(&labels, &outputs(ONLINE, None), &target, &network) else {
            panic!("one atom has plain values");
        };
        // As without ceilings, but no more than -3.5.
        assert_eq!(Vec::<f32>::try_from(value).unwrap(), [-3.5, -3.5, -3.5, -6.0]);
        let range = network.plan().value_range;
        let loss = ceiling_loss(&outputs(ONLINE, None), labels.ceilings.as_ref().unwrap(), range, 1.0);
        // Above by 0.5 and 7; by 2.5; by 2.5, 8 and 9, where minus infinity is the lowest value; nothing is legal.
        let huber = |x: f32| if x <= 1.0 { x * x / 2.0 } else { x - 0.5 };
        let expected =
            [(huber(0.5) + huber(7.0)) / 2.0, huber(2.5), (huber(2.5) + huber(8.0) + huber(9.0)) / 3.0, 0.0];
        assert_eq!(Vec::<f32>::try_from(loss).unwrap(), expected);
    }

    #[test]
    fn a_projected_distribution_keeps_its_sum_and_its_mean() {
        let network = network(21);
        // Nearly all weight of action 1 on the values -4 and -5, of action 0 on -1.
        let logits = Tensor::zeros([4, 21, 3], (FLOAT, Device::Cpu));
        for (atom, action) in [(12, 1), (10, 1), (18, 0)] {
            let _ = logits.select(1, atom).select(1, action).fill_(30.0);
        }
        let target = outputs(ONLINE, Some(logits));
        let QTarget::Distribution(chances) = q_target(&labels(), &outputs(ONLINE, None), &target, &network)
        else {
            panic!("many atoms have distributions");
        };
        let sums = Vec::<f32>::try_from(chances.sum_dim_intlist(1i64, false, FLOAT)).unwrap();
        let means = Vec::<f32>::try_from(chances.matmul(network.support())).unwrap();
        for (mean, expected) in means.into_iter().zip([-3.25, 0.0, -1.0, -6.0]) {
            assert!((mean - expected).abs() < 1e-4, "{mean} for {expected}");
        }
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-5), "{sums:?}");
    }

    #[test]
    fn no_part_of_a_projected_distribution_lies_above_the_ceiling() {
        let network = network(21);
        let mut labels = labels();
        labels.ceilings = Some(Tensor::from_slice2(&[[-3.5f32, -9.0, 0.0]]).expand([4, 3], false));
        let flat = Tensor::zeros([4, 21, 3], (FLOAT, Device::Cpu));
        let target = outputs(ONLINE, Some(flat));
        let QTarget::Distribution(chances) = q_target(&labels, &outputs(ONLINE, None), &target, &network)
        else {
            panic!("many atoms have distributions");
        };
        // The 14th atom is -3.5 itself.
        let above = chances.narrow(1, 14, 7).sum(FLOAT).double_value(&[]);
        assert!(above < 1e-5, "{above}");
        let sums = Vec::<f32>::try_from(chances.sum_dim_intlist(1i64, false, FLOAT)).unwrap();
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-5), "{sums:?}");
    }

    #[test]
    fn the_last_class_of_the_distance_stands_for_all_beyond() {
        let mut given = outputs(ONLINE, None);
        given.distance = Tensor::from_slice2(&[[0.0f32, 0.0, 50.0]]).expand([4, 3], false);
        let loss = distance_loss(&given, &Tensor::from_slice(&[2.0f32, 3.0, 99.0, 0.0]));
        assert_eq!(Vec::<f32>::try_from(loss).unwrap(), [0.0, 0.0, 0.0, 50.0]);
    }

    #[test]
    fn a_policy_is_right_with_any_move_that_leads_on() {
        let given = outputs([[0.0, 0.0, NO]; 4], None);
        let half = Tensor::from_slice2(&[[0.5f32, 0.5, 0.0]]).expand([4, 3], false);
        let PolicyLoss { loss, hits, entropy } = policy_loss(&given, &half, PolicyAim::Shares);
        let ln_2 = std::f64::consts::LN_2;
        assert!(
            (loss.double_value(&[0]) - ln_2).abs() < 1e-6 && (entropy.double_value(&[0]) - ln_2).abs() < 1e-6
        );
        assert_eq!(Vec::<f32>::try_from(hits).unwrap(), [1.0; 4]);
        // Either of the two has all probability already.
        let any = policy_loss(&given, &half, PolicyAim::Any).loss;
        assert!(any.abs().max().double_value(&[]) < 1e-6);
        let one = Tensor::from_slice2(&[[0.7f32, 0.0, 0.0]]).expand([4, 3], false);
        let any = policy_loss(&given, &one, PolicyAim::Any).loss;
        assert!((any.double_value(&[0]) - ln_2).abs() < 1e-6, "the size of a share has no say");
    }

    #[test]
    fn other_moves_must_lie_a_margin_below_those_that_were_shown() {
        let given = outputs([[5.0, 4.0, NO], [5.0, 5.5, NO], [5.0, 4.9, 6.0], [1.0, NO, NO]], None);
        let shown = Tensor::from_slice2(&[
            [1.0f32, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            // Either of two moves will do.
            [0.5, 0.0, 0.5],
            [1.0, 0.0, 0.0],
        ]);
        let loss = Vec::<f32>::try_from(margin_loss(&given, &shown, 0.75)).unwrap();
        assert_eq!(loss, [0.0, 1.25, 0.0, 0.0]);
    }

    #[test]
    fn shares_add_up_to_the_mean() {
        let row = |numbers: &[f32]| Tensor::from_slice(numbers);
        let (loss, mask) = (row(&[3.0, 5.0, 10.0]), row(&[1.0, 0.0, 1.0]));
        let share = |at: i64, length: i64| {
            let part = |tensor: &Tensor| tensor.narrow(0, at, length);
            masked_share(&part(&loss), &part(&loss.ones_like()), &part(&mask), 2.0).double_value(&[])
        };
        assert_eq!(share(0, 3), 6.5);
        assert_eq!(share(0, 1) + share(1, 2), 6.5);
        // A mean over no samples is zero.
        assert_eq!(masked_share(&loss, &loss, &mask.zeros_like(), 0.0).double_value(&[]), 0.0);
    }
}
