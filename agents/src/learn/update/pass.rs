//! One pass over samples: both networks forwards, the loss backwards.

use tch::{Kind, Tensor};

use super::batch_numbers::BatchNumbers;
use super::loss::{
    PolicyLoss, ceiling_loss, distance_loss, margin_loss, masked_share, policy_loss, q_loss, q_target,
    success_loss,
};
use super::preparation::Samples;
use crate::learn::{DqnSettings, LossWeights};
use crate::nn::{Network, NetworkPlan};

/// The network that learns and the one that it is held against.
#[derive(Debug)]
pub(super) struct Pair {
    pub network: Network,
    pub target: Network,
}

impl Pair {
    /// Takes on the weights of an equal pair.
    pub fn follow(&mut self, other: &Pair) {
        self.network.parameters_mut().blend(other.network.parameters(), 1.0);
        self.target.parameters_mut().blend(other.target.parameters(), 1.0);
    }

    /// Adds to the network's gradient what these samples add to the loss of their batch.
    pub fn learn_from(&self, samples: &Samples, settings: &DqnSettings) -> BatchNumbers {
        let LossWeights { q, policy, distance, success } = settings.losses;
        let Samples { labels, input, next } = samples;
        let totals = labels.totals;
        let NetworkPlan { value_range, .. } = *self.network.plan();
        let q_target = next.as_ref().map(|next| {
            tch::no_grad(|| {
                let target = self.target.forward(next);
                let online = settings.double.then(|| self.network.forward(next));
                q_target(labels, online.as_ref().unwrap_or(&target), &target, &self.network)
            })
        });
        let outputs = self.network.forward(input);

        let known = |labels: &Tensor| labels.ge(0.0).to_kind(Kind::Float);
        let mut numbers = BatchNumbers::new(&outputs, labels);
        if let Some(q_target) = &q_target {
            let (mut loss, errors) = q_loss(&outputs, &labels.actions, q_target, settings.huber_delta);
            if let Some(ceilings) = &labels.ceilings {
                loss += ceiling_loss(&outputs, ceilings, value_range, settings.huber_delta);
            }
            numbers.td_loss =
                masked_share(&loss, &labels.weights, &labels.weights.ones_like(), totals.samples);
            numbers.q_targets = q_target.sum(self.network.support()) / totals.samples;
            numbers.errors = errors;
        }
        if policy > 0.0 {
            let PolicyLoss { loss, hits, entropy } = policy_loss(&outputs, &labels.policy, settings.policy);
            let share =
                |of: &Tensor, weights: &Tensor| masked_share(of, weights, &labels.has_policy, totals.policy);
            numbers.policy_loss = share(&loss, &labels.weights);
            numbers.accuracy = share(&hits, &labels.has_policy);
            numbers.entropy = entropy.sum(Kind::Float) / totals.samples;
        }
        if distance > 0.0 {
            let loss = distance_loss(&outputs, &labels.steps);
            numbers.distance_loss = masked_share(&loss, &labels.weights, &known(&labels.steps), totals.steps);
        }
        if success > 0.0 {
            let loss = success_loss(&outputs, &labels.success);
            numbers.success_loss =
                masked_share(&loss, &labels.weights, &known(&labels.success), totals.success);
        }
        numbers.loss = q * &numbers.td_loss
            + policy * &numbers.policy_loss
            + distance * &numbers.distance_loss
            + success * &numbers.success_loss;
        if settings.margin.weight > 0.0 {
            let loss = margin_loss(&outputs, &labels.policy, settings.margin.size);
            let share = masked_share(&loss, &labels.weights, &labels.is_shown, totals.samples);
            numbers.loss = &numbers.loss + settings.margin.weight * share;
        }
        numbers.loss.backward();
        numbers
    }
}
