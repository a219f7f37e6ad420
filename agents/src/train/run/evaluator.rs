//! Networks as evaluators that follow the learner.

use crate::nn::{Encoder, NetworkEvaluator};
use crate::train::TrainedEvaluator;

impl<E: Encoder + std::fmt::Debug + Send> TrainedEvaluator for NetworkEvaluator<E> {
    fn load_weights(&mut self, weights: &[f32]) {
        self.network.parameters_mut().assign(weights);
    }
}
