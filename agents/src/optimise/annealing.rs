//! A random walk that climbs more and more surely.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

/// Simulated annealing: one number is changed at random, and the change is kept if it is better or, while it is hot,
/// not much worse. Worse is measured in shares of the score, so that one temperature suits all scales.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annealing {
    current: Vec<f64>,
    proposal: Vec<f64>,
    spread: f64,
    /// The share of the score that is given away with probability 1/e at the start.
    pub temperature: f64,
    /// What the temperature is multiplied by after each step.
    pub cooling: f64,
    step: u32,
    /// A random number between 0 and 1 for the next decision.
    luck: f64,
}

impl Annealing {
    /// Starts somewhere.
    pub fn new(start: Vec<f64>, spread: f64) -> Self {
        Annealing {
            proposal: start.clone(),
            current: start,
            spread,
            temperature: 0.1,
            cooling: 0.998,
            step: 0,
            luck: 1.0,
        }
    }

    /// Where it stands, and a step away from there.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        let warmth = self.cooling.powf(f64::from(self.step)).max(0.02);
        self.proposal.clone_from(&self.current);
        let index = rng.random_range(0..self.current.len());
        self.proposal[index] += self.spread * warmth * rng.sample::<f64, _>(StandardNormal);
        self.luck = rng.random();
        vec![self.current.clone(), self.proposal.clone()]
    }

    /// Takes the step or stays.
    ///
    /// # Panics
    /// If there are not two scores.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), 2, "one score for each candidate");
        let heat = self.temperature * self.cooling.powf(f64::from(self.step)) * scores[0].abs().max(1e-12);
        if scores[1] >= scores[0] || self.luck < ((scores[1] - scores[0]) / heat).exp() {
            self.current.clone_from(&self.proposal);
        }
        self.step += 1;
    }

    /// Where it stands.
    pub fn centre(&self) -> &[f64] {
        &self.current
    }
}
