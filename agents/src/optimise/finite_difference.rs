//! One weight at a time.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// Alarfaj's learning: a weight is made a tenth larger, both sets are evaluated under the same conditions, and the
/// weight moves by the difference in score per difference in weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FiniteDifference {
    weights: Vec<f64>,
    /// What the slope is multiplied by.
    pub rate: f64,
    /// By how much of itself a weight is changed to see what happens.
    pub step: f64,
    changed: Option<(usize, f64)>,
}

impl FiniteDifference {
    /// Starts at these weights.
    pub fn new(weights: Vec<f64>, rate: f64) -> Self {
        FiniteDifference { weights, rate, step: 0.1, changed: None }
    }

    /// The weights, and the weights with one of them larger.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        let index = rng.random_range(0..self.weights.len());
        let weight = self.weights[index];
        // A weight of nothing would stay nothing.
        let change = if weight == 0.0 { self.step } else { self.step * weight };
        self.changed = Some((index, change));
        let mut other = self.weights.clone();
        other[index] += change;
        vec![self.weights.clone(), other]
    }

    /// Moves the weight that was changed.
    ///
    /// # Panics
    /// If there are not two scores.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), 2, "one score for each candidate");
        if let Some((index, change)) = self.changed.take() {
            self.weights[index] += self.rate * (scores[1] - scores[0]) / change;
        }
    }

    /// The weights.
    pub fn centre(&self) -> &[f64] {
        &self.weights
    }
}
