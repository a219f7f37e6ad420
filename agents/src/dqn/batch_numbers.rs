//! The numbers of an update while they are still tensors, brought to the processor in one copy.

use tch::{Device, Kind, Tensor};

use super::DqnMetrics;
use super::labels::Labels;
use crate::net::Outputs;

/// All scalars but the errors, `[batch]`; what is switched off stays 0.
#[derive(Debug)]
pub(super) struct BatchNumbers {
    pub td_loss: Tensor,
    pub q_targets: Tensor,
    pub policy_loss: Tensor,
    pub accuracy: Tensor,
    pub entropy: Tensor,
    pub distance_loss: Tensor,
    pub reachable_loss: Tensor,
    pub errors: Tensor,
    q_values: Tensor,
}

impl BatchNumbers {
    pub fn new(outputs: &Outputs, labels: &Labels) -> Self {
        let q_values = outputs.q.detach().gather(1, &labels.actions, false).mean(Kind::Float);
        let zero = || q_values.zeros_like();
        BatchNumbers {
            td_loss: zero(),
            q_targets: zero(),
            policy_loss: zero(),
            accuracy: zero(),
            entropy: zero(),
            distance_loss: zero(),
            reachable_loss: zero(),
            errors: labels.weights.zeros_like(),
            q_values,
        }
    }

    /// Waits for the numbers: metrics without what the optimizer knows, and the errors.
    pub fn read(&self, loss: &Tensor, errors: &mut Vec<f32>) -> DqnMetrics {
        let scalars = [
            loss,
            &self.td_loss,
            &self.q_values,
            &self.q_targets,
            &self.policy_loss,
            &self.accuracy,
            &self.entropy,
            &self.distance_loss,
            &self.reachable_loss,
        ];
        let scalars = Tensor::stack(&scalars.map(|scalar| scalar.detach()), 0);
        let all = Tensor::cat(&[scalars, self.errors.detach()], 0).to_device(Device::Cpu);
        let all = Vec::<f32>::try_from(&all).expect("invariant: a vector of floats");
        let [
            loss,
            td_loss,
            q_values,
            q_targets,
            policy_loss,
            accuracy,
            entropy,
            distance_loss,
            reachable_loss,
        ] = std::array::from_fn(|i| all[i]);
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
            reachable_loss,
            grad_norm: 0.0,
            learning_rate: 0.0,
        }
    }
}
