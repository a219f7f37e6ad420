//! What the outputs for a batch are compared with, as tensors.

use tch::{Device, Kind, Tensor};

use crate::goal::GoalTask;
use crate::net::send;
use crate::replay::Minibatch;

/// One number a sample in every tensor, `[batch]`.
#[derive(Debug)]
pub(super) struct Labels {
    /// The actions taken, as column vector `[batch, 1]` of whole numbers.
    pub actions: Tensor,
    /// The rewards of the next steps.
    pub rewards: Tensor,
    /// What the value after them is multiplied by.
    pub bootstraps: Tensor,
    /// The importance weights.
    pub weights: Tensor,
    /// The number of steps to the goal, -1 if it was not reached.
    pub steps: Tensor,
    /// Whether the goal can be reached: 1, 0, or -1 for unknown.
    pub reachable: Tensor,
}

impl Labels {
    /// Copies the labels to a device, all at once; whether a goal is out of reach is asked only if it is `judged`.
    pub fn new<T: GoalTask>(
        task: &T,
        batch: &Minibatch<T::State, T::Goal>,
        judged: bool,
        device: Device,
    ) -> Self {
        let mut numbers = Vec::with_capacity(6 * batch.len());
        numbers.extend(batch.actions.iter().map(|action| f32::from(action.0)));
        numbers.extend_from_slice(&batch.rewards);
        numbers.extend_from_slice(&batch.bootstraps);
        numbers.extend_from_slice(&batch.weights);
        numbers.extend(batch.steps_to_goal.iter().map(|steps| steps.map_or(-1.0, |steps| steps as f32)));
        numbers.extend((0..batch.len()).map(|i| {
            if batch.steps_to_goal[i].is_some() {
                1.0
            } else if judged && task.lower_bound(&batch.states[i], &batch.desired_goals[i]).is_none() {
                0.0
            } else {
                -1.0
            }
        }));
        let rows = send(Tensor::from_slice(&numbers), device).view([6, -1]);
        let row = |i| rows.get(i);
        Labels {
            actions: row(0).to_kind(Kind::Int64).unsqueeze(1),
            rewards: row(1),
            bootstraps: row(2),
            weights: row(3),
            steps: row(4),
            reachable: row(5),
        }
    }
}
