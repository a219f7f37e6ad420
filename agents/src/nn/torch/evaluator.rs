//! A network as an evaluator.

use tch::{Device, Kind, Tensor};

use super::{Input, Network};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::nn::{Encoder, Encoding};

/// A network and the encoder that shows it the task.
#[derive(Debug)]
pub struct NetworkEvaluator<E> {
    encoder: E,
    /// The network, whose weights may be changed between evaluations.
    pub network: Network,
    encoding: Encoding,
}

impl<E: Encoder> NetworkEvaluator<E> {
    /// An evaluator with its own network.
    pub fn new(encoder: E, network: Network) -> Self {
        let encoding = Encoding::new(encoder.shape());
        NetworkEvaluator { encoder, network, encoding }
    }

    /// How the task is shown to the network.
    pub fn encoder(&self) -> &E {
        &self.encoder
    }
}

impl<E: Encoder> Evaluator for NetworkEvaluator<E> {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(E::State, E::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        let (actions, count) = (self.encoder.shape().actions, pairs.len());
        out.clear(actions);
        if pairs.is_empty() {
            return Ok(());
        }
        self.encoding.clear();
        pairs.iter().for_each(|(state, goal)| self.encoding.push(&self.encoder, state, goal));
        let answer = tch::no_grad(|| answer(&self.network, &self.encoding));
        let mut numbers = vec![0.0; answer.numel()];
        answer
            .f_copy_data(&mut numbers, answer.numel())
            .map_err(|error| EvaluateError { reason: error.to_string() })?;
        let (action_numbers, state_numbers) = numbers.split_at(2 * count * actions);
        for (i, (&number, &legal)) in
            action_numbers.iter().zip(self.encoding.legal().iter().cycle()).enumerate()
        {
            let to = if i < count * actions { &mut out.log_policy } else { &mut out.q };
            to.push(if legal { number } else { f32::NEG_INFINITY });
        }
        out.distance.extend_from_slice(&state_numbers[..count]);
        out.success.extend_from_slice(&state_numbers[count..]);
        Ok(())
    }
}

/// Log-probabilities, action values, expected distances and probabilities of success in one vector on the processor, so
/// that one copy brings them all from a GPU.
fn answer(network: &Network, encoding: &Encoding) -> Tensor {
    let outputs = network.forward(&Input::new(encoding, network.device()));
    let parts = [
        outputs.policy.log_softmax(1, Kind::Float).flatten(0, 1),
        outputs.q.flatten(0, 1),
        outputs.expected_distance(),
        outputs.success.sigmoid(),
    ];
    Tensor::cat(&parts, 0).to_device(Device::Cpu)
}
