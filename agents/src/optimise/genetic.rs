//! A population with crossover and mutation.

use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use serde::{Deserialize, Serialize};

use super::optimiser::ranking;

/// A genetic algorithm over real numbers: parents win tournaments of three, children lie between them or a bit beyond,
/// some of their numbers are changed at random, and the best tenth lives on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genetic {
    population: Vec<Vec<f64>>,
    scores: Vec<f64>,
    best: Vec<f64>,
    spread: f64,
    /// How many individuals there are.
    pub size: usize,
    /// How likely a number is changed.
    pub mutation: f64,
    round: u32,
}

impl Genetic {
    /// Starts around an individual.
    pub fn new(start: Vec<f64>, spread: f64) -> Self {
        Genetic {
            population: Vec::new(),
            scores: Vec::new(),
            best: start,
            spread,
            size: 60,
            mutation: 0.2,
            round: 0,
        }
    }

    /// The next generation.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        // Changes get finer as generations pass.
        let spread = self.spread / (1.0 + f64::from(self.round) / 10.0);
        let next = if self.population.is_empty() {
            let others = (1..self.size).map(|_| self.mutated(&self.best, spread, 1.0, rng));
            std::iter::once(self.best.clone()).chain(others).collect()
        } else {
            let order = ranking(&self.scores);
            let elite =
                order.iter().take(self.size.div_ceil(10)).map(|&index| self.population[index].clone());
            let mut next: Vec<Vec<f64>> = elite.collect();
            while next.len() < self.size {
                let (mother, father) = (self.parent(rng), self.parent(rng));
                let mix = |(a, b): (&f64, &f64)| a + rng.random_range(-0.25..1.25) * (b - a);
                let child: Vec<f64> = mother.iter().zip(father).map(mix).collect();
                next.push(self.mutated(&child, spread, self.mutation, rng));
            }
            next
        };
        self.population = next;
        self.population.clone()
    }

    /// The best of three.
    fn parent<R: Rng + ?Sized>(&self, rng: &mut R) -> &[f64] {
        let picked = [(); 3].map(|()| rng.random_range(0..self.population.len()));
        let best = picked.into_iter().max_by(|&a, &b| self.scores[a].total_cmp(&self.scores[b]));
        &self.population[best.unwrap_or(0)]
    }

    fn mutated<R: Rng + ?Sized>(
        &self,
        individual: &[f64],
        spread: f64,
        chance: f64,
        rng: &mut R,
    ) -> Vec<f64> {
        let change = |x: &f64| {
            if rng.random_bool(chance) { x + spread * rng.sample::<f64, _>(StandardNormal) } else { *x }
        };
        individual.iter().map(change).collect()
    }

    /// Keeps the scores of the generation.
    ///
    /// # Panics
    /// If there are not as many scores as individuals.
    pub fn tell(&mut self, scores: &[f64]) {
        assert_eq!(scores.len(), self.population.len(), "one score for each candidate");
        self.scores = scores.to_vec();
        self.best = self.population[ranking(scores)[0]].clone();
        self.round += 1;
    }

    /// The best of the last generation.
    pub fn centre(&self) -> &[f64] {
        &self.best
    }
}
