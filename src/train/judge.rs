//! Evaluators that can be brought up to date while they are in use.

use tetreach_agents::{Evaluator, HashEvaluator, UniformEvaluator};

use crate::game::Board;
use crate::reach::ReachTask;

/// Judges boards by weights that another thread keeps improving.
pub trait Judge: Evaluator<State = Board, Goal = Board> + Send {
    /// Takes on the weights of an equal network.
    fn follow(&mut self, weights: &[f32]);
}

impl Judge for tetreach_agents::nn::NetworkEvaluator<crate::reach::ReachEncoder> {
    fn follow(&mut self, weights: &[f32]) {
        self.network.parameters_mut().assign(weights);
    }
}

/// Has no weights.
impl Judge for HashEvaluator<ReachTask> {
    fn follow(&mut self, _: &[f32]) {}
}

/// Has no weights.
impl Judge for UniformEvaluator<ReachTask> {
    fn follow(&mut self, _: &[f32]) {}
}
