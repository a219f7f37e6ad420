//! The switches of the learner.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::nn::AdamSettings;

/// How the target network follows the network that learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TargetUpdate {
    /// It becomes a copy from time to time (Mnih et al. 2015).
    Hard {
        /// The number of updates between two copies.
        every: u64,
    },
    /// It moves a little after every update (Lillicrap et al. 2016).
    Soft {
        /// The share of the way that it moves.
        rate: f64,
    },
}

/// What the policy aims at where several moves lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PolicyAim {
    /// Each of them as probable as its share says: cross-entropy.
    #[default]
    Shares,
    /// Any of them: minus the logarithm of their probability together, so that only what goes to wrong moves counts.
    Any,
}

/// How much each loss counts; 0 leaves its head untrained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LossWeights {
    /// Action values against bootstrapped returns.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub q: f64,
    /// The policy against the moves that led on to the goal.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub policy: f64,
    /// The distance against the steps that it took to the goal.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub distance: f64,
    /// Success against goals that were reached and goals known to be out of reach, or against how games ended.
    #[serde(rename = "reachability")]
    #[schemars(range(min = 0.0, max = 1e6))]
    pub success: f64,
}

impl LossWeights {
    /// Imitation only: no bootstrapping.
    pub const IMITATION: LossWeights = LossWeights { q: 0.0, policy: 1.0, distance: 0.1, success: 0.0 };
    /// Q-learning only.
    pub const Q: LossWeights = LossWeights { q: 1.0, policy: 0.0, distance: 0.0, success: 0.0 };
    /// Q-learning and imitation.
    pub const BOTH: LossWeights = LossWeights { q: 1.0, policy: 1.0, distance: 0.1, success: 0.1 };
}

impl Default for LossWeights {
    fn default() -> Self {
        LossWeights { q: 1.0, policy: 1.0, distance: 1.0, success: 0.0 }
    }
}

/// How demonstrations are preferred (Hester et al. 2018, "Deep Q-learning from Demonstrations", equation 2): where a
/// move was shown or advised, every other move must be worth less by a margin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MarginSettings {
    /// How much the loss counts; 0 leaves values alone.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub weight: f64,
    /// By how much the value of any other move must lie below that of the move that was shown.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub size: f64,
}

impl Default for MarginSettings {
    fn default() -> Self {
        MarginSettings { weight: 0.0, size: 0.8 }
    }
}

/// How the learner learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DqnSettings {
    /// The number of transitions in an update.
    pub batch_size: usize,
    /// Threads that share the work of an update on the processor.
    ///
    /// Each takes a part of the batch through the whole network, which keeps two cores busier than two threads in one
    /// operation after the other do. The sum of their gradients depends on their number only as far as rounding goes.
    pub threads: usize,
    /// How much each loss counts.
    pub losses: LossWeights,
    /// What the policy aims at.
    pub policy: PolicyAim,
    /// How the target network follows.
    pub target: TargetUpdate,
    /// Whether the network that learns chooses the action whose value the target network gives.
    pub double: bool,
    /// Whether values are held below the ceilings that the task knows, those of all actions in every sample (He et al.
    /// 2017, "Learning to Play in a Day").
    pub ceilings: bool,
    /// How demonstrations are preferred.
    pub margin: MarginSettings,
    /// The share of the averaged weights that an update keeps, the rest coming from the network that learns; 0 averages
    /// nothing.
    pub average: f64,
    /// The error up to which the loss of a plain value is quadratic, and beyond which it is linear.
    pub huber_delta: f64,
    /// The optimizer.
    pub adam: AdamSettings,
}

impl Default for DqnSettings {
    fn default() -> Self {
        DqnSettings {
            batch_size: 256,
            threads: 1,
            losses: LossWeights::default(),
            policy: PolicyAim::default(),
            target: TargetUpdate::Soft { rate: 0.005 },
            double: true,
            ceilings: false,
            margin: MarginSettings::default(),
            average: 0.0,
            huber_delta: 1.0,
            adam: AdamSettings::default(),
        }
    }
}

/// What is wrong with the settings of the learner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("dqn settings: {reason}")]
pub struct DqnSettingsError {
    reason: String,
}

impl DqnSettings {
    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), DqnSettingsError> {
        let LossWeights { q, policy, distance, success } = self.losses;
        let weights = [q, policy, distance, success];
        let margin = [self.margin.weight, self.margin.size];
        let target = match self.target {
            TargetUpdate::Hard { every } => every > 0,
            TargetUpdate::Soft { rate } => rate > 0.0 && rate <= 1.0,
        };
        for (holds, reason) in [
            (self.batch_size > 0, "batch_size is at least 1"),
            (self.threads > 0, "threads is at least 1"),
            (weights.iter().all(|w| w.is_finite() && *w >= 0.0), "the losses' weights are not negative"),
            (weights.iter().any(|w| *w > 0.0), "at least one of the losses has a weight above 0"),
            (
                margin.iter().all(|number| number.is_finite() && *number >= 0.0),
                "the margin of demonstrations and its weight are not negative",
            ),
            (target, "the target network is copied every 1 or more updates, or moves by a rate in (0, 1]"),
            ((0.0..1.0).contains(&self.average), "average is at least 0 and below 1"),
            (self.huber_delta.is_finite() && self.huber_delta > 0.0, "huber_delta is positive"),
        ] {
            if !holds {
                return Err(DqnSettingsError { reason: reason.to_owned() });
            }
        }
        self.adam.validate().map_err(|reason| DqnSettingsError { reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;

    #[test]
    fn senseless_settings_are_refused() {
        let sound = DqnSettings::default();
        assert_eq!(sound.validate(), Ok(()));
        let nothing = LossWeights { q: 0.0, policy: 0.0, distance: 0.0, success: 0.0 };
        let adam = sound.adam;
        for broken in [
            DqnSettings { batch_size: 0, ..sound },
            DqnSettings { threads: 0, ..sound },
            DqnSettings { losses: nothing, ..sound },
            DqnSettings { losses: LossWeights { q: -1.0, ..LossWeights::BOTH }, ..sound },
            DqnSettings { target: TargetUpdate::Hard { every: 0 }, ..sound },
            DqnSettings { target: TargetUpdate::Soft { rate: 1.5 }, ..sound },
            DqnSettings { huber_delta: f64::NAN, ..sound },
            DqnSettings { average: 1.0, ..sound },
            DqnSettings { margin: MarginSettings { weight: -1.0, size: 1.0 }, ..sound },
            DqnSettings { adam: AdamSettings { beta1: 1.0, ..adam }, ..sound },
            DqnSettings { adam: AdamSettings { max_grad_norm: Some(0.0), ..adam }, ..sound },
            DqnSettings {
                adam: AdamSettings { learning_rate: Schedule::Constant { value: f64::NAN }, ..adam },
                ..sound
            },
        ] {
            assert!(broken.validate().is_err(), "{broken:?}");
        }
    }

    #[test]
    fn unknown_keys_are_refused_and_missing_ones_have_defaults() {
        let read: DqnSettings = serde_json::from_str(r#"{"target": {"kind": "hard", "every": 9}}"#).unwrap();
        assert_eq!(read, DqnSettings { target: TargetUpdate::Hard { every: 9 }, ..Default::default() });
        assert!(serde_json::from_str::<DqnSettings>(r#"{"batchsize": 3}"#).is_err());
    }
}
