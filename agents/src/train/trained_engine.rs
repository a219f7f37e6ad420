//! The forward pass in Rust as the evaluator of those who play while others learn.

use std::sync::Arc;

use crate::engine::{Engine, EngineEvaluator};
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
use crate::nn::{Encoder, NetworkPlan, TensorPlace, WeightsError};
use crate::train::TrainedEvaluator;

/// An engine that takes on new weights from the learner: on the processor it answers several times as fast as libtorch,
/// most of all the small batches of a single search.
#[derive(Debug)]
pub struct TrainedEngine<E> {
    evaluator: EngineEvaluator<E>,
    plan: NetworkPlan,
    layout: Vec<TensorPlace>,
}

impl<E: Encoder> TrainedEngine<E> {
    /// An engine with these weights, whose tensors lie as `layout` says.
    pub fn new(
        encoder: E,
        plan: NetworkPlan,
        layout: Vec<TensorPlace>,
        weights: &[f32],
    ) -> Result<Self, WeightsError> {
        let engine = Engine::from_vector(plan, &layout, weights)?;
        Ok(Self { evaluator: EngineEvaluator::new(encoder, Arc::new(engine)), plan, layout })
    }
}

impl<E: Encoder> Evaluator for TrainedEngine<E> {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(E::State, E::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        self.evaluator.evaluate(pairs, out)
    }
}

impl<E: Encoder + std::fmt::Debug + Send> TrainedEvaluator for TrainedEngine<E> {
    fn load_weights(&mut self, weights: &[f32]) {
        let engine = Engine::from_vector(self.plan, &self.layout, weights);
        self.evaluator.set_engine(Arc::new(engine.expect("invariant: weights of an equal network")));
    }
}
