//! The settings of the optimizer.

use serde::{Deserialize, Serialize};

use crate::schedule::Schedule;

/// How weights follow their gradients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AdamSettings {
    /// The learning rate, by the number of steps of the optimizer.
    pub learning_rate: Schedule,
    /// The share of the mean gradient that is kept in a step.
    pub beta1: f64,
    /// The share of the mean squared gradient that is kept in a step.
    pub beta2: f64,
    /// What is added to the divisor, so that it is never 0.
    pub epsilon: f64,
    /// The share of each weight, times the learning rate, that is lost in a step; biases and norms keep theirs.
    pub weight_decay: f64,
    /// The length beyond which a gradient is shortened; none means never.
    pub max_grad_norm: Option<f64>,
}

impl Default for AdamSettings {
    fn default() -> Self {
        AdamSettings {
            learning_rate: Schedule::Constant { value: 1e-3 },
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.0,
            max_grad_norm: Some(10.0),
        }
    }
}

impl AdamSettings {
    /// Checks the numbers, which may come from a config file; an error says what was expected.
    pub fn validate(&self) -> Result<(), String> {
        self.learning_rate.validate().map_err(|error| error.to_string())?;
        let share = |x: f64| (0.0..1.0).contains(&x);
        for (holds, reason) in [
            (share(self.beta1) && share(self.beta2), "beta1 and beta2 are at least 0 and below 1"),
            (self.epsilon.is_finite() && self.epsilon > 0.0, "epsilon is positive"),
            (self.weight_decay.is_finite() && self.weight_decay >= 0.0, "weight_decay is not negative"),
            (self.max_grad_norm.is_none_or(|norm| norm > 0.0), "max_grad_norm is positive"),
        ] {
            if !holds {
                return Err(reason.to_owned());
            }
        }
        Ok(())
    }
}
