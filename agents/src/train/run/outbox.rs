//! Weights on their way to remote actors, and how old they are when experience comes back.

use std::sync::Arc;

use serde_json::Value;

use crate::file::FileError;
use crate::nn::{Network, NetworkPlan, TensorPlace};
use crate::train::remote::{Broadcast, BroadcastHeader, Exchange};

/// Gradient steps between two sets of weights: a file of megabytes for each step would be more work than it is worth.
const PUBLISH_EVERY: u64 = 20;

/// Publishes weights in an exchange.
#[derive(Debug)]
pub struct Outbox {
    exchange: Exchange,
    settings: Value,
    plan: NetworkPlan,
    layout: Vec<TensorPlace>,
    /// The gradient step of the weights published last.
    published: Option<u64>,
}

impl Outbox {
    /// An outbox for the weights of a network that learns with these settings.
    pub fn new(exchange: Exchange, settings: Value, network: &Network) -> Self {
        let (plan, layout) = (*network.plan(), network.layout());
        Outbox { exchange, settings, plan, layout, published: None }
    }

    /// Publishes the weights of a gradient step, if those before are old enough.
    pub fn publish(
        &mut self,
        gradient_step: u64,
        environment_steps: u64,
        weights: impl FnOnce() -> Arc<[f32]>,
    ) -> Result<(), FileError> {
        if self.published.is_some_and(|published| gradient_step < published + PUBLISH_EVERY) {
            return Ok(());
        }
        let (settings, layout) = (self.settings.clone(), self.layout.clone());
        let header = BroadcastHeader { settings, plan: self.plan, layout, gradient_step, environment_steps };
        self.exchange.publish(&Broadcast { header, weights: weights() })?;
        self.published = Some(gradient_step);
        Ok(())
    }
}

/// The mean of ages since it was asked for last.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanAge {
    sum: u64,
    count: u64,
}

impl MeanAge {
    /// Takes note of an age.
    pub fn add(&mut self, age: u64) {
        self.sum += age;
        self.count += 1;
    }

    /// The mean, if there was any, and from now on that of later ones.
    pub fn take(&mut self) -> Option<f64> {
        let MeanAge { sum, count } = std::mem::take(self);
        (count > 0).then(|| sum as f64 / count as f64)
    }
}
