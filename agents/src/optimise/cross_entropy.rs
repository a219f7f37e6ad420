//! Normal distributions moved to the best of their samples.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

use super::optimiser::ranking;

/// Noisy cross-entropy (Szita and Loerincz 2006): independent normal distributions, refitted to the best tenth of their
/// samples; noise that falls to nothing is added to the variances, so that they do not shrink too soon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossEntropy {
    mean: Vec<f64>,
    deviation: Vec<f64>,
    /// How many samples are drawn.
    pub population: usize,
    /// How many of them count.
    pub elite: usize,
    /// The deviation that is added at first.
    pub noise: f64,
    /// After how many rounds nothing is added any more.
    pub noisy_rounds: u32,
    round: u32,
    samples: Vec<Vec<f64>>,
}

impl CrossEntropy {
    /// Starts around a place.
    pub fn new(mean: Vec<f64>, deviation: f64) -> Self {
        let deviation_of = vec![deviation; mean.len()];
        CrossEntropy {
            mean,
            deviation: deviation_of,
            population: 100,
            elite: 10,
            noise: 0.4 * deviation,
            noisy_rounds: 50,
            round: 0,
            samples: Vec::new(),
        }
    }

    /// Samples of the distributions.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        let mut draw =
            |(mean, deviation): (&f64, &f64)| mean + deviation * rng.sample::<f64, _>(StandardNormal);
        self.samples = (0..self.population)
            .map(|_| self.mean.iter().zip(&self.deviation).map(&mut draw).collect())
            .collect();
        self.samples.clone()
    }

    /// Refits the distributions to the best samples.
    ///
    /// # Panics
    /// If there are not as many scores as samples.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), self.samples.len(), "one score for each candidate");
        let order = ranking(scores);
        let elite: Vec<&Vec<f64>> =
            order.iter().take(self.elite).map(|&index| &self.samples[index]).collect();
        let left = 1.0 - f64::from(self.round.min(self.noisy_rounds)) / f64::from(self.noisy_rounds.max(1));
        let added = (self.noise * left).powi(2);
        for index in 0..self.mean.len() {
            let mean = elite.iter().map(|sample| sample[index]).sum::<f64>() / elite.len() as f64;
            let squares = elite.iter().map(|sample| (sample[index] - mean).powi(2)).sum::<f64>();
            self.mean[index] = mean;
            self.deviation[index] = (squares / elite.len() as f64 + added).sqrt();
        }
        self.round += 1;
    }

    /// The middle of the distributions.
    pub fn centre(&self) -> &[f64] {
        &self.mean
    }
}
