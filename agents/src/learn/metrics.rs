//! What an update tells about itself.

use serde::{Deserialize, Serialize};

/// The numbers of one update; a loss that is switched off is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DqnMetrics {
    /// The weighted sum of the losses.
    pub loss: f32,
    /// The loss of the action values.
    pub td_loss: f32,
    /// The mean value of the actions taken.
    pub q_values: f32,
    /// The mean of what these values should be.
    pub q_targets: f32,
    /// The cross-entropy of the policy on the moves that led on to the goal.
    pub policy_loss: f32,
    /// The share of these moves that the policy finds best.
    pub policy_accuracy: f32,
    /// The mean entropy of the policy.
    pub entropy: f32,
    /// The cross-entropy of the distance.
    pub distance_loss: f32,
    /// The cross-entropy of success.
    #[serde(alias = "reachable_loss")]
    pub success_loss: f32,
    /// The length of the gradient before it was limited.
    pub grad_norm: f32,
    /// The learning rate.
    pub learning_rate: f32,
}
