//! What the outputs for a batch are compared with, as tensors.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::{Device, Kind, Tensor};

use crate::env::GoalTask;
use crate::nn::send;
use crate::replay::Minibatch;

/// One number per sample in every tensor, `[batch]`, unless it says otherwise.
#[derive(Debug)]
pub(super) struct Labels {
    /// The actions taken, as column vector `[batch, 1]` of whole numbers.
    pub actions: Tensor,
    /// What the policy should be, `[batch, actions]`.
    pub policy: Tensor,
    /// Whether that is known: 1 or 0.
    pub has_policy: Tensor,
    /// Whether that is what was shown or advised, or goes on as it did: 1 or 0.
    pub is_shown: Tensor,
    /// The rewards of the next steps.
    pub rewards: Tensor,
    /// What the value after them is multiplied by.
    pub bootstraps: Tensor,
    /// The importance weights.
    pub weights: Tensor,
    /// The number of steps to the goal, -1 if it was not reached.
    pub steps: Tensor,
    /// The probability of success, -1 for unknown.
    pub success: Tensor,
    /// What no way to the goal can return, `[batch, actions]`, if values are held below it.
    pub ceilings: Option<Tensor>,
    /// What the means over the batch are divided by; a part of a batch keeps those of the whole.
    pub totals: Totals,
}

/// How many samples of a batch have a label.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Totals {
    /// All of them.
    pub samples: f64,
    /// Those with a policy.
    pub policy: f64,
    /// Those whose steps to the goal are known.
    pub steps: f64,
    /// Those whose success is known.
    pub success: f64,
}

/// Which labels are asked of the task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Whether goals are out of reach.
    pub success: bool,
    /// The ceilings of the values.
    pub ceilings: bool,
}

impl Labels {
    /// Copies the labels to a device, all numbers at once.
    pub fn new<T: GoalTask>(
        task: &T,
        batch: &Minibatch<T::State, T::Goal>,
        asked: Asked,
        device: Device,
    ) -> Self {
        let mut numbers = Vec::with_capacity(8 * batch.len());
        numbers.extend(batch.actions.iter().map(|action| f32::from(action.0)));
        numbers.extend_from_slice(&batch.rewards);
        numbers.extend_from_slice(&batch.bootstraps);
        numbers.extend_from_slice(&batch.weights);
        numbers.extend(batch.steps_to_goal.iter().map(|steps| steps.map_or(-1.0, |steps| steps as f32)));
        numbers.extend((0..batch.len()).map(|i| {
            let is_out_of_reach =
                || asked.success && task.lower_bound(&batch.states[i], &batch.desired_goals[i]).is_none();
            batch.success[i].unwrap_or_else(|| if is_out_of_reach() { 0.0 } else { -1.0 })
        }));
        numbers.extend((0..batch.len()).map(|i| f32::from(!batch.policy(i).is_empty())));
        numbers.extend((0..batch.len()).map(|i| f32::from(batch.advised[i] && !batch.policy(i).is_empty())));
        let known = |row: usize| {
            numbers[row * batch.len()..][..batch.len()].iter().filter(|number| **number >= 0.0).count() as f64
        };
        let totals = Totals {
            samples: batch.len() as f64,
            policy: (0..batch.len()).filter(|i| !batch.policy(*i).is_empty()).count() as f64,
            steps: known(4),
            success: known(5),
        };
        let rows = send(Tensor::from_slice(&numbers), device).view([8, -1]);
        let row = |i| rows.get(i);
        Labels {
            actions: row(0).to_kind(Kind::Int64).unsqueeze(1),
            policy: send(policy(batch, task.action_count()), device),
            rewards: row(1),
            bootstraps: row(2),
            weights: row(3),
            steps: row(4),
            success: row(5),
            has_policy: row(6),
            is_shown: row(7),
            ceilings: asked.ceilings.then(|| send(ceilings(task, batch), device)),
            totals,
        }
    }

    /// The same on another device, in the same memory if they are there already.
    pub fn to(&self, device: Device) -> Self {
        Labels {
            actions: self.actions.to_device(device),
            policy: self.policy.to_device(device),
            has_policy: self.has_policy.to_device(device),
            is_shown: self.is_shown.to_device(device),
            rewards: self.rewards.to_device(device),
            bootstraps: self.bootstraps.to_device(device),
            weights: self.weights.to_device(device),
            steps: self.steps.to_device(device),
            success: self.success.to_device(device),
            ceilings: self.ceilings.as_ref().map(|ceilings| ceilings.to_device(device)),
            totals: self.totals,
        }
    }

    /// The labels of `length` samples from `start` on.
    pub fn part(&self, start: i64, length: i64) -> Self {
        let part = |tensor: &Tensor| tensor.narrow(0, start, length);
        Labels {
            actions: part(&self.actions),
            policy: part(&self.policy),
            has_policy: part(&self.has_policy),
            is_shown: part(&self.is_shown),
            rewards: part(&self.rewards),
            bootstraps: part(&self.bootstraps),
            weights: part(&self.weights),
            steps: part(&self.steps),
            success: part(&self.success),
            ceilings: self.ceilings.as_ref().map(part),
            totals: self.totals,
        }
    }
}

fn ceilings<T: GoalTask>(task: &T, batch: &Minibatch<T::State, T::Goal>) -> Tensor {
    let actions = task.action_count();
    let mut ceilings = vec![f32::INFINITY; batch.len() * actions];
    let samples = batch.states.iter().zip(&batch.desired_goals);
    for ((state, goal), row) in samples.zip(ceilings.chunks_exact_mut(actions)) {
        task.lower_ceilings(state, goal, row);
    }
    Tensor::from_slice(&ceilings).view([-1, actions as i64])
}

fn policy<S, G>(batch: &Minibatch<S, G>, actions: usize) -> Tensor {
    let mut shares = vec![0.0f32; batch.len() * actions];
    for (sample, row) in shares.chunks_exact_mut(actions).enumerate() {
        for (action, share) in batch.policy(sample) {
            row[usize::from(action.0)] = *share;
        }
    }
    Tensor::from_slice(&shares).view([-1, actions as i64])
}
