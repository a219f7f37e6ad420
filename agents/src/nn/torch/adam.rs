//! Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019), whose state can be saved.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::{Kind, Tensor};
use thiserror::Error;

use super::Parameters;
use super::weights::{self, NamedTensors};
use crate::nn::{AdamSettings, WeightsError};

/// A gradient that is infinite or not a number; nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the gradient is not finite: lower the learning rate or the gradient norm")]
pub struct NotFinite;

/// The optimizer of one network.
#[derive(Debug)]
pub struct Adam {
    settings: AdamSettings,
    first: Tensor,
    second: Tensor,
    scratch: Tensor,
    steps: u64,
}

impl Adam {
    /// An optimizer that has not made a step yet.
    pub fn new(settings: AdamSettings, parameters: &Parameters) -> Self {
        let zeros = || parameters.values().zeros_like();
        Adam { settings, first: zeros(), second: zeros(), scratch: zeros(), steps: 0 }
    }

    /// The number of steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The learning rate of the next step.
    pub fn learning_rate(&self) -> f64 {
        self.settings.learning_rate.at(self.steps)
    }

    /// Changes the weights by their gradients, forgets these, and returns their length before it was limited.
    pub fn step(&mut self, parameters: &mut Parameters) -> Result<f64, NotFinite> {
        tch::no_grad(|| {
            let mut gradient = parameters.gradient().shallow_clone();
            let norm = gradient.norm().double_value(&[]);
            if !norm.is_finite() {
                parameters.zero_gradient();
                return Err(NotFinite);
            }
            if let Some(limit) = self.settings.max_grad_norm.filter(|limit| norm > *limit) {
                let _ = gradient.g_mul_scalar_(limit / norm);
            }
            self.apply(&gradient, parameters);
            Ok(norm)
        })
    }

    /// The same without waiting for the device: the length stays there, and whoever reads it later may find that it is
    /// not finite. Such a gradient counts as 0.
    pub fn step_without_waiting(&mut self, parameters: &mut Parameters) -> Tensor {
        tch::no_grad(|| {
            let mut gradient = parameters.gradient().shallow_clone();
            let norm = gradient.norm();
            let astray = norm.isfinite().logical_not();
            let _ = gradient.masked_fill_(&astray, 0.0);
            if let Some(limit) = self.settings.max_grad_norm {
                let _ =
                    gradient.g_mul_(&(norm.reciprocal() * limit).clamp_max(1.0).masked_fill(&astray, 0.0));
            }
            self.apply(&gradient, parameters);
            norm
        })
    }

    /// Changes the weights by a gradient that is finite and not too long.
    fn apply(&mut self, gradient: &Tensor, parameters: &mut Parameters) {
        let AdamSettings { beta1, beta2, epsilon, weight_decay, .. } = self.settings;
        let rate = self.learning_rate();
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let (correction1, correction2) = (1.0 - beta1.powi(steps), 1.0 - beta2.powi(steps));
        if weight_decay > 0.0 {
            let _ = parameters.decayed().g_mul_scalar_(1.0 - rate * weight_decay);
        }
        let _ = self.first.lerp_(gradient, 1.0 - beta1);
        let _ = gradient.square_out(&self.scratch);
        let _ = self.second.lerp_(&self.scratch, 1.0 - beta2);
        // values -= rate * (first / correction1) / (sqrt(second / correction2) + epsilon), all factors in one.
        if rate > 0.0 {
            let scale = -correction1 / rate;
            let _ = self.second.sqrt_out(&self.scratch);
            let _ = self.scratch.g_mul_scalar_(scale / correction2.sqrt());
            let _ = self.scratch.g_add_scalar_(scale * epsilon);
            let _ = parameters.values().shallow_clone().addcdiv_(&self.first, &self.scratch);
        }
        parameters.zero_gradient();
    }

    /// The state by name; the moments are the optimizer's own tensors, not copies.
    pub fn named_tensors(&self) -> NamedTensors {
        let steps = Tensor::from_slice(&[self.steps as i64]);
        [("first", self.first.shallow_clone()), ("second", self.second.shallow_clone()), ("steps", steps)]
            .map(|(name, tensor)| (name.to_owned(), tensor))
            .into()
    }

    /// Takes on a state; after an error the optimizer is as it was before.
    pub fn load(&mut self, state: &NamedTensors) -> Result<(), WeightsError> {
        let mut own = self.named_tensors();
        weights::assign(&mut own, state)?;
        self.steps = own["steps"].to_kind(Kind::Int64).int64_value(&[0]) as u64;
        Ok(())
    }
}
