//! All ways of optimising behind one face.

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{Annealing, CmaEs, CrossEntropy, FiniteDifference, Genetic, OptimiserMethod, Simplex};

/// An optimiser that is asked for candidates and told their scores, of which higher ones are better.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::optimise::{OptimiserMethod, Optimiser};
///
/// let mut rng = Pcg64Mcg::seed_from_u64(1);
/// let mut optimiser = Optimiser::new(OptimiserMethod::Cma, vec![5.0, -5.0], 1.0);
/// for _ in 0..100 {
///     let candidates = optimiser.ask(&mut rng);
///     let scores: Vec<f64> = candidates.iter().map(|x| -x[0] * x[0] - x[1] * x[1]).collect();
///     optimiser.tell(&scores);
/// }
/// assert!(optimiser.centre().iter().all(|x| x.abs() < 1e-3));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "kebab-case")]
pub enum Optimiser {
    /// See [`FiniteDifference`].
    FiniteDifference(FiniteDifference),
    /// See [`CrossEntropy`].
    CrossEntropy(CrossEntropy),
    /// See [`CmaEs`].
    Cma(CmaEs),
    /// See [`Genetic`].
    Genetic(Genetic),
    /// See [`Annealing`].
    Annealing(Annealing),
    /// See [`Simplex`].
    Simplex(Simplex),
}

impl Optimiser {
    /// A way of optimising that starts at `start` and looks about as far as `spread` around it.
    pub fn new(method: OptimiserMethod, start: Vec<f64>, spread: f64) -> Self {
        match method {
            OptimiserMethod::FiniteDifference => {
                Optimiser::FiniteDifference(FiniteDifference::new(start, 1e-3))
            }
            OptimiserMethod::CrossEntropy => Optimiser::CrossEntropy(CrossEntropy::new(start, spread)),
            OptimiserMethod::Cma => Optimiser::Cma(CmaEs::new(start, spread)),
            OptimiserMethod::Genetic => Optimiser::Genetic(Genetic::new(start, spread)),
            OptimiserMethod::Annealing => Optimiser::Annealing(Annealing::new(start, spread)),
            OptimiserMethod::Simplex => Optimiser::Simplex(Simplex::new(start, spread)),
        }
    }

    /// The candidates to evaluate next, all under the same conditions.
    pub fn ask<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Vec<f64>> {
        match self {
            Optimiser::FiniteDifference(it) => it.ask(rng),
            Optimiser::CrossEntropy(it) => it.ask(rng),
            Optimiser::Cma(it) => it.ask(rng),
            Optimiser::Genetic(it) => it.ask(rng),
            Optimiser::Annealing(it) => it.ask(rng),
            Optimiser::Simplex(it) => it.ask(),
        }
    }

    /// Takes the scores of the candidates asked for last, in their order.
    ///
    /// # Panics
    /// If they differ in number.
    pub fn tell(&mut self, scores: &[f64]) {
        match self {
            Optimiser::FiniteDifference(it) => it.tell(scores),
            Optimiser::CrossEntropy(it) => it.tell(scores),
            Optimiser::Cma(it) => it.tell(scores),
            Optimiser::Genetic(it) => it.tell(scores),
            Optimiser::Annealing(it) => it.tell(scores),
            Optimiser::Simplex(it) => it.tell(scores),
        }
    }

    /// What the optimiser would answer now.
    pub fn centre(&self) -> &[f64] {
        match self {
            Optimiser::FiniteDifference(it) => it.centre(),
            Optimiser::CrossEntropy(it) => it.centre(),
            Optimiser::Cma(it) => it.centre(),
            Optimiser::Genetic(it) => it.centre(),
            Optimiser::Annealing(it) => it.centre(),
            Optimiser::Simplex(it) => it.centre(),
        }
    }
}

/// The indices of scores from the best to the worst.
pub(super) fn ranking(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn sphere(x: &[f64]) -> f64 {
        -x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum::<f64>()
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        let valley = |pair: &[f64]| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2);
        -x.windows(2).map(valley).sum::<f64>()
    }

    fn optimise(mut optimiser: Optimiser, rounds: usize, seed: u64, of: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..rounds {
            let candidates = optimiser.ask(&mut rng);
            let scores: Vec<f64> = candidates.iter().map(|candidate| of(candidate)).collect();
            optimiser.tell(&scores);
        }
        optimiser.centre().to_vec()
    }

    #[test]
    fn every_method_finds_the_top_of_a_sphere() {
        for (method, rounds, tolerance) in [
            (OptimiserMethod::FiniteDifference, 20_000, 0.05),
            (OptimiserMethod::CrossEntropy, 80, 0.05),
            (OptimiserMethod::Cma, 150, 1e-3),
            (OptimiserMethod::Genetic, 150, 0.1),
            (OptimiserMethod::Annealing, 5000, 0.15),
            (OptimiserMethod::Simplex, 400, 1e-3),
        ] {
            for seed in 0..3 {
                let found =
                    optimise(Optimiser::new(method, vec![3.0, -2.0, 0.5, 2.0], 1.0), rounds, seed, sphere);
                let far = found.iter().map(|x| (x - 1.0).abs()).fold(0.0, f64::max);
                assert!(far < tolerance, "{method}, seed {seed}: {found:?}");
            }
        }
    }

    #[test]
    fn adaptation_and_simplex_follow_a_bent_valley() {
        for (method, rounds) in [(OptimiserMethod::Cma, 400), (OptimiserMethod::Simplex, 1000)] {
            let found = optimise(Optimiser::new(method, vec![-1.2, 1.0, 0.0], 0.5), rounds, 7, rosenbrock);
            assert!(rosenbrock(&found) > -1e-6, "{method}: {found:?}");
        }
    }

    #[test]
    fn noise_does_not_stop_those_that_take_means() {
        for method in [OptimiserMethod::CrossEntropy, OptimiserMethod::Cma] {
            let noise = std::cell::RefCell::new(Pcg64Mcg::seed_from_u64(9));
            let noisy = |x: &[f64]| sphere(x) + 0.1 * (noise.borrow_mut().random::<f64>() - 0.5);
            let found = optimise(Optimiser::new(method, vec![3.0, -2.0, 0.5], 1.0), 200, 1, noisy);
            assert!(sphere(&found) > -0.1, "{method}: {found:?}");
        }
    }

    #[test]
    fn an_optimiser_that_was_written_down_goes_on_as_if_it_had_not() {
        for method in OptimiserMethod::ALL {
            let mut optimiser = Optimiser::new(method, vec![3.0, -2.0, 0.5], 1.0);
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            for _ in 0..20 {
                let candidates = optimiser.ask(&mut rng);
                optimiser.tell(&candidates.iter().map(|x| sphere(x)).collect::<Vec<_>>());
            }
            let text = serde_json::to_string(&optimiser).unwrap();
            let mut again: Optimiser = serde_json::from_str(&text).unwrap();
            assert_eq!(again, optimiser, "{method}");
            let mut twin = rng.clone();
            assert_eq!(again.ask(&mut twin), optimiser.ask(&mut rng), "{method}");
            assert_eq!(method.name().parse(), Ok(method));
        }
        assert!("gradient".parse::<OptimiserMethod>().is_err());
    }
}
