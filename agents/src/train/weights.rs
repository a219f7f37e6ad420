//! Weights on their way from the learner to those that play.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use crate::env::GoalTask;
use crate::evaluate::{Evaluator, HashEvaluator, UniformEvaluator};

/// An evaluator whose weights another thread keeps improving.
pub trait TrainedEvaluator: Evaluator + Debug + Send {
    /// Takes on the weights of an equal network, all of them in one list.
    fn load_weights(&mut self, weights: &[f32]);
}

/// Has no weights.
impl<T: GoalTask + Debug + Send> TrainedEvaluator for HashEvaluator<T> {
    fn load_weights(&mut self, _weights: &[f32]) {}
}

/// Has no weights.
impl<T: GoalTask + Debug + Send> TrainedEvaluator for UniformEvaluator<T> {
    fn load_weights(&mut self, _weights: &[f32]) {}
}

/// The evaluator of an actor, whatever computes its answers.
pub type BoxedEvaluator<S, G> = Box<dyn TrainedEvaluator<State = S, Goal = G>>;

/// The newest weights: one thread puts them down, others pick them up. A `tch::Tensor` may not be shared, plain numbers
/// may.
#[derive(Debug, Default)]
pub struct LatestWeights {
    latest: Mutex<Option<(u64, Arc<[f32]>)>>,
}

impl LatestWeights {
    /// Replaces the weights.
    pub fn publish(&self, weights: Arc<[f32]>) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let version = latest.as_ref().map_or(1, |(version, _)| version + 1);
        *latest = Some((version, weights));
    }

    /// The weights if they are newer than the version `seen`, which becomes theirs.
    pub fn since(&self, seen: &mut u64) -> Option<Arc<[f32]>> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, weights) = latest.as_ref().filter(|(version, _)| version != seen)?;
        *seen = *version;
        Some(weights.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_gets_the_newest_once() {
        let latest = LatestWeights::default();
        let (mut one, mut other) = (0, 0);
        assert_eq!(latest.since(&mut one), None);
        latest.publish([1.0].into());
        latest.publish([2.0].into());
        assert_eq!(latest.since(&mut one).as_deref(), Some(&[2.0][..]));
        assert_eq!(latest.since(&mut one), None);
        assert_eq!(latest.since(&mut other).as_deref(), Some(&[2.0][..]));
    }
}
