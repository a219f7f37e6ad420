//! Covariance matrix adaptation.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

use super::eigen::eigen;
use super::optimiser::ranking;

/// CMA-ES (Hansen and Ostermeier 2001, with the constants of Hansen's tutorial of 2016): a normal distribution whose
/// covariance learns the shape of the hill. Kept here because the published crate cannot be interrupted and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    /// How many samples are drawn.
    pub population: usize,
    round: u32,
    samples: Vec<Vec<f64>>,
}

impl CmaEs {
    /// Starts around a place.
    pub fn new(mean: Vec<f64>, sigma: f64) -> Self {
        let n = mean.len();
        let unit = |row: usize| (0..n).map(|column| f64::from(u8::from(row == column))).collect();
        CmaEs {
            sigma,
            covariance: (0..n).map(unit).collect(),
            path_sigma: vec![0.0; n],
            path_c: vec![0.0; n],
            population: 4 + (3.0 * (n as f64).ln()) as usize,
            round: 0,
            samples: Vec::new(),
            mean,
        }
    }

    /// The roots of the eigenvalues and the eigenvectors of the covariance.
    fn axes(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (values, vectors) = eigen(self.covariance.clone());
        (values.into_iter().map(|value| value.max(1e-20).sqrt()).collect(), vectors)
    }

    /// Samples of the distribution.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        let (scales, axes) = self.axes();
        self.samples = (0..self.population)
            .map(|_| {
                let along: Vec<f64> =
                    scales.iter().map(|scale| scale * rng.sample::<f64, _>(StandardNormal)).collect();
                let place = |(mean, axis): (&f64, &Vec<f64>)| mean + self.sigma * dot(axis, &along);
                self.mean.iter().zip(&axes).map(place).collect()
            })
            .collect();
        self.samples.clone()
    }

    /// Moves and reshapes the distribution.
    ///
    /// # Panics
    /// If there are not as many scores as samples.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), self.samples.len(), "one score for each candidate");
        let n = self.mean.len() as f64;
        let order = ranking(scores);
        let raw: Vec<f64> = (0..self.population / 2)
            .map(|index| (self.population as f64 / 2.0 + 0.5).ln() - (index as f64 + 1.0).ln())
            .collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (effective + 2.0) / (n + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + effective);
        let c_mu =
            (2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective)).min(1.0 - c_1);
        let length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let (scales, axes) = self.axes();
        let steps: Vec<Vec<f64>> = order[..weights.len()]
            .iter()
            .map(|&index| {
                self.samples[index].iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect()
            })
            .collect();
        let step: Vec<f64> = (0..self.mean.len())
            .map(|at| steps.iter().zip(&weights).map(|(step, weight)| weight * step[at]).sum())
            .collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * step;
        }
        // The step seen along the axes, as long as it would be in a round distribution.
        let along: Vec<f64> = (0..self.mean.len())
            .map(|axis| {
                axes.iter().zip(&step).map(|(row, step)| row[axis] * step).sum::<f64>() / scales[axis]
            })
            .collect();
        let pull = (c_sigma * (2.0 - c_sigma) * effective).sqrt();
        for (path, axis) in self.path_sigma.iter_mut().zip(&axes) {
            *path = (1.0 - c_sigma) * *path + pull * dot(axis, &along);
        }
        self.round += 1;
        let norm = dot(&self.path_sigma, &self.path_sigma).sqrt();
        let expected = (1.0 - (1.0 - c_sigma).powi(2 * self.round.min(1_000_000) as i32)).sqrt();
        let is_moving = norm / expected < (1.4 + 2.0 / (n + 1.0)) * length;
        let pull = if is_moving { (c_c * (2.0 - c_c) * effective).sqrt() } else { 0.0 };
        for (path, step) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - c_c) * *path + pull * step;
        }
        let forgotten = if is_moving { 0.0 } else { c_1 * c_c * (2.0 - c_c) };
        for row in 0..self.mean.len() {
            for column in 0..self.mean.len() {
                let ranked: f64 =
                    steps.iter().zip(&weights).map(|(step, weight)| weight * step[row] * step[column]).sum();
                self.covariance[row][column] = (1.0 - c_1 - c_mu + forgotten) * self.covariance[row][column]
                    + c_1 * self.path_c[row] * self.path_c[column]
                    + c_mu * ranked;
            }
        }
        self.sigma *= (c_sigma / damping * (norm / length - 1.0)).min(1.0).exp();
    }

    /// The middle of the distribution.
    pub fn centre(&self) -> &[f64] {
        &self.mean
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
