//! `[learner]`

use crate::learn::{DqnSettings, LossWeights, MarginSettings, PolicyAim, TargetUpdate};
use crate::nn::AdamSettings;
use crate::schedule::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LearnerConfig {
    /// Which method.
    pub algorithm: Algorithm,
    /// Transitions in a batch.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub batch_size: usize,
    /// Learning rate, by gradient steps.
    pub learning_rate: Schedule,
    /// Discount of later rewards.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub gamma: f64,
    /// Whether the online network chooses the action that the target network values (double Q-learning).
    pub double: bool,
    /// Gradient steps between copies into the target network; 1 where `target_tau` is below 1.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub target_interval: u64,
    /// Share of the online network that an update mixes into the target network; 1 copies it.
    #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1.0))]
    pub target_tau: f64,
    /// How the error of a value is punished.
    pub value_loss: ValueLoss,
    /// What the policy aims at where several moves lead on.
    pub policy_aim: PolicyAim,
    /// How much each loss counts.
    pub loss_weights: LossWeights,
    /// How much better than all others the values must find the moves that were shown or advised.
    pub margin: MarginSettings,
    /// Share of the averaged weights that a gradient step keeps (exponential moving average); they play, are evaluated
    /// and are saved in place of those that learn. 0 averages nothing.
    #[schemars(range(min = 0.0, max = 0.99999))]
    pub average: f64,
    /// Largest norm of the gradient; a larger one is scaled down to it.
    #[schemars(extend("exclusiveMinimum" = 0.0, "maximum" = 1e6))]
    pub gradient_clip: f64,
    /// Decoupled weight decay (AdamW).
    #[schemars(range(min = 0.0, max = 1.0))]
    pub weight_decay: f64,
    /// Transitions collected before the first gradient step.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub learning_starts: u64,
    /// Whether half of each batch is mirrored.
    pub mirror: bool,
    /// Whether the policy learns every move that could have come first on the way to the goal, not only the one that
    /// did.
    pub any_order: bool,
    /// Whether the values of all actions are held below what the least number of steps that must follow them allows.
    pub ceilings: bool,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        LearnerConfig {
            algorithm: Algorithm::Dqn,
            batch_size: 256,
            learning_rate: Schedule::Constant { value: 1e-3 },
            gamma: 0.99,
            double: true,
            target_interval: 50,
            target_tau: 1.0,
            value_loss: ValueLoss::Huber,
            policy_aim: PolicyAim::Shares,
            loss_weights: LossWeights::default(),
            margin: MarginSettings::default(),
            average: 0.0,
            gradient_clip: 10.0,
            weight_decay: 0.0,
            learning_starts: 10_000,
            mirror: true,
            any_order: true,
            ceilings: true,
        }
    }
}

impl LearnerConfig {
    /// The settings of the learner.
    pub fn settings(&self) -> DqnSettings {
        DqnSettings {
            batch_size: self.batch_size,
            losses: self.loss_weights,
            policy: self.policy_aim,
            target: if self.target_tau < 1.0 {
                TargetUpdate::Soft { rate: self.target_tau }
            } else {
                TargetUpdate::Hard { every: self.target_interval }
            },
            double: self.double,
            ceilings: self.ceilings,
            average: self.average,
            margin: self.margin,
            huber_delta: self.value_loss.delta(),
            adam: AdamSettings {
                learning_rate: self.learning_rate,
                weight_decay: self.weight_decay,
                max_grad_norm: Some(self.gradient_clip),
                ..AdamSettings::default()
            },
            ..DqnSettings::default()
        }
    }
}

/// Methods of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Goal-conditioned Q-learning with hindsight replay.
    Dqn,
    /// Expert iteration as in AlphaZero: the actors search, and the network learns what they find.
    Zero,
}

/// How the error of a value is punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ValueLoss {
    /// Squared up to 1, straight beyond.
    Huber,
    /// Squared however large it is: what early learners did, with gradients as large as their rewards.
    Squared,
    /// Cross-entropy of a distribution over the possible values.
    Distributional,
}

impl ValueLoss {
    /// The number of classes that a value is spread over, 1 for a plain number.
    pub fn atoms(self) -> usize {
        match self {
            ValueLoss::Huber | ValueLoss::Squared => 1,
            // As many as in Bellemare et al. 2017.
            ValueLoss::Distributional => 51,
        }
    }

    /// The error up to which the loss of a plain value is quadratic.
    pub fn delta(self) -> f64 {
        match self {
            ValueLoss::Huber | ValueLoss::Distributional => 1.0,
            // Beyond all values that there are.
            ValueLoss::Squared => 1e9,
        }
    }
}
