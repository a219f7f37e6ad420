//! The numbers of an update while they are still tensors, brought to the processor in one copy.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::{Device, Kind, Tensor};

use super::labels::Labels;
use crate::learn::DqnMetrics;
use crate::nn::Outputs;

/// What some samples add to the means over their batch, and numbers of each sample, `[samples]`; what is switched off
/// stays 0.
#[derive(Debug)]
pub(super) struct BatchNumbers {
    pub loss: Tensor,
    pub td_loss: Tensor,
    pub q_targets: Tensor,
    pub policy_loss: Tensor,
    pub accuracy: Tensor,
    pub entropy: Tensor,
    pub distance_loss: Tensor,
    pub success_loss: Tensor,
    /// The sizes of the value errors, one per sample.
    pub errors: Tensor,
    /// The values of the actions taken, one per sample.
    pub taken: Tensor,
    /// The steps to the goal that the network expects, one per sample.
    pub distances: Tensor,
}

impl BatchNumbers {
    pub fn new(outputs: &Outputs, labels: &Labels) -> Self {
        let taken = outputs.q.detach().gather(1, &labels.actions, false).squeeze_dim(1);
        let zero = || Tensor::zeros([0i64; 0], (Kind::Float, taken.device()));
        BatchNumbers {
            loss: zero(),
            td_loss: zero(),
            q_targets: zero(),
            policy_loss: zero(),
            accuracy: zero(),
            entropy: zero(),
            distance_loss: zero(),
            success_loss: zero(),
            errors: labels.weights.zeros_like(),
            distances: outputs.expected_distance().detach(),
            taken,
        }
    }

    /// The same on another device, without what backward passes need.
    pub fn to(&self, device: Device) -> Self {
        let to = |tensor: &Tensor| tensor.detach().to_device(device);
        BatchNumbers {
            loss: to(&self.loss),
            td_loss: to(&self.td_loss),
            q_targets: to(&self.q_targets),
            policy_loss: to(&self.policy_loss),
            accuracy: to(&self.accuracy),
            entropy: to(&self.entropy),
            distance_loss: to(&self.distance_loss),
            success_loss: to(&self.success_loss),
            errors: to(&self.errors),
            taken: to(&self.taken),
            distances: to(&self.distances),
        }
    }

    /// The numbers of these samples and then others of the same batch, perhaps from another device.
    pub fn and(self, others: BatchNumbers) -> Self {
        let others = others.to(self.loss.device());
        let joined = |one: Tensor, other: Tensor| Tensor::cat(&[one, other], 0);
        BatchNumbers {
            loss: self.loss.detach() + others.loss.detach(),
            td_loss: self.td_loss.detach() + others.td_loss.detach(),
            q_targets: self.q_targets + others.q_targets,
            policy_loss: self.policy_loss.detach() + others.policy_loss.detach(),
            accuracy: self.accuracy + others.accuracy,
            entropy: self.entropy + others.entropy,
            distance_loss: self.distance_loss.detach() + others.distance_loss.detach(),
            success_loss: self.success_loss.detach() + others.success_loss.detach(),
            errors: joined(self.errors, others.errors),
            taken: joined(self.taken, others.taken),
            distances: joined(self.distances, others.distances),
        }
    }

    /// Waits for the numbers of a whole batch: metrics without what the optimizer knows, and the errors.
    pub fn read(&self, errors: &mut Vec<f32>) -> DqnMetrics {
        Self::metrics(&self.in_one(), errors)
    }

    /// The numbers of a whole batch in one vector, still on their device.
    pub fn in_one(&self) -> Tensor {
        let scalars = [
            &self.loss,
            &self.td_loss,
            &self.taken.mean(Kind::Float),
            &self.q_targets,
            &self.policy_loss,
            &self.accuracy,
            &self.entropy,
            &self.distance_loss,
            &self.success_loss,
        ];
        let scalars = Tensor::stack(&scalars.map(|scalar| scalar.detach()), 0);
        Tensor::cat(&[scalars, self.errors.detach()], 0)
    }

    /// Waits for a vector of [`BatchNumbers::in_one`].
    pub fn metrics(all: &Tensor, errors: &mut Vec<f32>) -> DqnMetrics {
        let all = all.to_device(Device::Cpu);
        let all = Vec::<f32>::try_from(&all).expect("invariant: a vector of floats");
        let [loss, td_loss, q_values, q_targets, policy_loss, accuracy, entropy, distance_loss, success_loss] =
            std::array::from_fn(|i| all[i]);
        errors.clear();
        errors.extend_from_slice(&all[9..]);
        DqnMetrics {
            loss,
            td_loss,
            q_values,
            q_targets,
            policy_loss,
            policy_accuracy: accuracy,
            entropy,
            distance_loss,
            success_loss,
            grad_norm: 0.0,
            learning_rate: 0.0,
        }
    }
}
