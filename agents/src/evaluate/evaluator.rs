//! What a network says of pairs of state and goal, as searches and actors see it, and fakes to test them with.

use std::hash::{Hash, Hasher};

use ndarray::ArrayView2;
use thiserror::Error;

use crate::env::{Action, ActionSet, GoalTask};

/// Judges pairs of state and goal, many at a time.
pub trait Evaluator {
    /// The states of the task.
    type State;
    /// The goals of the task.
    type Goal;

    /// Judges all pairs, in order; what `out` held before is forgotten.
    fn evaluate(
        &mut self,
        pairs: &[(Self::State, Self::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError>;
}

impl<E: Evaluator + ?Sized> Evaluator for &mut E {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(Self::State, Self::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        (**self).evaluate(pairs, out)
    }
}

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    type State = E::State;
    type Goal = E::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(Self::State, Self::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        (**self).evaluate(pairs, out)
    }
}

/// Why pairs could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the network could not be evaluated: {reason}")]
pub struct EvaluateError {
    /// What went wrong.
    pub reason: String,
}

/// What an [`Evaluator`] says, one row per pair.
///
/// ```
/// use tetreach_agents::toy::CorridorTask;
/// use tetreach_agents::{Evaluations, Evaluator, UniformEvaluator};
///
/// let task = CorridorTask { length: 9, max_steps: 20 };
/// let mut out = Evaluations::default();
/// UniformEvaluator { task }.evaluate(&[(0, 3), (4, 4)], &mut out)?;
/// assert_eq!((out.len(), out.actions), (2, 2));
/// assert_eq!(out.log_policy(0), [f32::NEG_INFINITY, 0.0], "to the left is a wall");
/// assert_eq!(out.log_policies().shape(), [2, 2]);
/// assert_eq!((out.distance, out.success), (vec![3.0, 0.0], vec![1.0, 1.0]));
/// # Ok::<(), tetreach_agents::EvaluateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluations {
    /// The number of actions, legal or not.
    pub actions: usize,
    /// The logarithm of each action's probability, `[len, actions]`; minus infinity for illegal ones.
    pub log_policy: Vec<f32>,
    /// The value of each action, `[len, actions]`; minus infinity for illegal ones.
    pub q: Vec<f32>,
    /// The probability of success, `[len]`: that the goal can be reached at all, or that who moves wins the game.
    pub success: Vec<f32>,
    /// The expected number of steps to the goal, `[len]`; empty if the evaluator tells none.
    pub distance: Vec<f32>,
}

/// Why the arrays have their shapes.
const WHOLE_ROWS: &str = "invariant: evaluators answer every pair for every action";

impl Evaluations {
    /// Makes room for pairs with `actions` actions each, and forgets what was there.
    pub fn clear(&mut self, actions: usize) {
        self.actions = actions;
        self.log_policy.clear();
        self.q.clear();
        self.success.clear();
        self.distance.clear();
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.success.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.success.is_empty()
    }

    /// The logarithms of all action probabilities as an array `[len, actions]`.
    pub fn log_policies(&self) -> ArrayView2<'_, f32> {
        ArrayView2::from_shape((self.len(), self.actions), &self.log_policy).expect(WHOLE_ROWS)
    }

    /// All action values as an array `[len, actions]`.
    pub fn qs(&self) -> ArrayView2<'_, f32> {
        ArrayView2::from_shape((self.len(), self.actions), &self.q).expect(WHOLE_ROWS)
    }

    /// The logarithms of the action probabilities of pair `i`.
    pub fn log_policy(&self, i: usize) -> &[f32] {
        &self.log_policy[i * self.actions..(i + 1) * self.actions]
    }

    /// The action values of pair `i`.
    pub fn q(&self, i: usize) -> &[f32] {
        &self.q[i * self.actions..(i + 1) * self.actions]
    }
}

/// Makes probabilities sum to 1, unless none of them is above 0.
pub(crate) fn normalize(log_priors: &mut [f32]) {
    let peak = log_priors.iter().fold(f32::NEG_INFINITY, |peak, prior| peak.max(*prior));
    if peak == f32::NEG_INFINITY {
        return;
    }
    let total = log_priors.iter().map(|prior| (prior - peak).exp()).sum::<f32>();
    let shift = peak + total.ln();
    log_priors.iter_mut().for_each(|prior| *prior -= shift);
}

/// Finds all legal actions equally good and every distance as long as the task's own bound.
#[derive(Clone, Debug)]
pub struct UniformEvaluator<T> {
    /// The task judged.
    pub task: T,
}

impl<T: GoalTask> Evaluator for UniformEvaluator<T> {
    type State = T::State;
    type Goal = T::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(T::State, T::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        fake(&self.task, pairs, out, |_, _, _| 0.0);
        Ok(())
    }
}

/// Judges by a hash of the pair: senseless, uneven, and always the same.
#[derive(Clone, Debug)]
pub struct HashEvaluator<T> {
    /// The task judged.
    pub task: T,
    /// Another seed is another opinion.
    pub seed: u64,
}

impl<T: GoalTask> Evaluator for HashEvaluator<T> {
    type State = T::State;
    type Goal = T::Goal;

    fn evaluate(
        &mut self,
        pairs: &[(T::State, T::Goal)],
        out: &mut Evaluations,
    ) -> Result<(), EvaluateError> {
        let seed = self.seed;
        fake(&self.task, pairs, out, |state, goal, action| {
            let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
            (seed, state, goal, action).hash(&mut hasher);
            (hasher.finish() >> 40) as f32 / (1u64 << 24) as f32
        });
        Ok(())
    }
}

/// FNV-1a with a finishing mix: unlike the standard library's hash it is the same under every compiler.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

/// Fills in the softmax of a score between 0 and 1 as the policy, and a value that falls with distance and rises with
/// it.
fn fake<T: GoalTask>(
    task: &T,
    pairs: &[(T::State, T::Goal)],
    out: &mut Evaluations,
    score: impl Fn(&T::State, &T::Goal, Action) -> f32,
) {
    let actions = task.action_count();
    out.clear(actions);
    for (state, goal) in pairs {
        let legal = task.legal_actions(state);
        let bound = task.lower_bound(state, goal);
        let distance = bound.unwrap_or(u32::MAX) as f32;
        let begin = out.log_policy.len();
        out.log_policy.resize(begin + actions, f32::NEG_INFINITY);
        out.q.resize(begin + actions, f32::NEG_INFINITY);
        for action in legal.iter() {
            let score = score(state, goal, action);
            out.log_policy[begin + action.index()] = score;
            out.q[begin + action.index()] = score - distance;
        }
        let total = legal.iter().map(|action| out.log_policy[begin + action.index()].exp()).sum::<f32>().ln();
        out.log_policy[begin..].iter_mut().for_each(|logit| *logit -= total);
        out.distance.push(distance);
        out.success.push(if bound.is_some() { 1.0 } else { 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::CorridorTask;

    const TASK: CorridorTask = CorridorTask { length: 6, max_steps: 9 };

    #[test]
    fn fakes_spread_probability_over_legal_actions_only() {
        let pairs = [(0, 3), (2, 4), (5, 5)];
        let (mut uniform, mut noise) = (Evaluations::default(), Evaluations::default());
        UniformEvaluator { task: TASK }.evaluate(&pairs, &mut uniform).unwrap();
        HashEvaluator { task: TASK, seed: 1 }.evaluate(&pairs, &mut noise).unwrap();
        for out in [&uniform, &noise] {
            assert_eq!((out.len(), out.actions), (3, 2));
            for (i, (state, _)) in pairs.iter().enumerate() {
                let total: f32 = out.log_policy(i).iter().map(|p| p.exp()).sum();
                assert!((total - 1.0).abs() < 1e-6);
                for action in 0..2 {
                    let legal = TASK.legal_actions(state).contains(Action(action));
                    assert_eq!(out.log_policy(i)[action as usize].is_finite(), legal);
                    assert_eq!(out.q(i)[action as usize].is_finite(), legal);
                }
            }
            assert_eq!(out.distance, [3.0, 2.0, 0.0]);
        }
        assert_eq!(uniform.log_policy(1)[0], uniform.log_policy(1)[1]);
        assert_ne!(noise.log_policy(1)[0], noise.log_policy(1)[1]);
    }

    #[test]
    fn noise_depends_on_the_seed_and_on_nothing_else() {
        let judge = |seed| {
            let mut out = Evaluations::default();
            HashEvaluator { task: TASK, seed }.evaluate(&[(2, 4)], &mut out).unwrap();
            out
        };
        assert_eq!(judge(1), judge(1));
        assert_ne!(judge(1), judge(2));
    }
}
