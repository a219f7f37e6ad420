//! The stratified bootstrap: how sure a number is, given these targets and these rounds.
//!
//! Each draw takes as many targets from every suite as it has, with replacement, and for each of them as many rounds as
//! there are, again with replacement. So the interval speaks of new targets of the same suites and of new seeds. With
//! one suite this is what rliable does with `task_bootstrap`. Two agents are compared on the same drawn targets.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::scores::{Scores, chance_to_beat};
use tetreach::eval::{Interval, mean, quantile};

/// Draws of every interval.
pub const RESAMPLES: usize = 2000;

/// Draws targets and rounds; equal seeds give equal draws.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    suites: Vec<Vec<usize>>,
    resamples: usize,
    seed: u64,
}

impl Bootstrap {
    /// The bootstrap over suites, each the list of its targets.
    pub fn new(suites: Vec<Vec<usize>>, resamples: usize, seed: u64) -> Self {
        Self { suites, resamples, seed }
    }

    /// The 95 % interval of a statistic of all scores of one agent.
    pub fn interval(&self, scores: &Scores, statistic: impl Fn(&mut [f64]) -> f64) -> Interval {
        let bands = self.bands(scores, |values| vec![statistic(values)]);
        bands.into_iter().next().unwrap_or(Interval { low: 0.0, high: 0.0 })
    }

    /// The 95 % interval of each of several statistics of the same scores.
    pub fn bands(&self, scores: &Scores, statistics: impl Fn(&mut [f64]) -> Vec<f64>) -> Vec<Interval> {
        let mut values = Vec::new();
        let draws = self.draws(|targets, random| {
            values.clear();
            for target in targets {
                for _ in 0..scores.rounds() {
                    values.push(scores.at(random.random_range(0..scores.rounds()), *target));
                }
            }
            statistics(&mut values)
        });
        intervals(draws)
    }

    /// The 95 % interval of the probability of improvement of X over Y.
    pub fn improvement(&self, x: &Scores, y: &Scores) -> Interval {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let draws = self.draws(|targets, random| {
            let chance = targets.iter().map(|target| {
                let mut draw = |scores: &Scores, values: &mut Vec<f64>| {
                    values.clear();
                    values.extend(
                        (0..scores.rounds())
                            .map(|_| scores.at(random.random_range(0..scores.rounds()), *target)),
                    );
                };
                draw(x, &mut left);
                draw(y, &mut right);
                chance_to_beat(&left, &right)
            });
            vec![mean(chance).unwrap_or(0.0)]
        });
        intervals(draws).into_iter().next().unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    fn draws(&self, mut statistics: impl FnMut(&[usize], &mut Pcg64Mcg) -> Vec<f64>) -> Vec<Vec<f64>> {
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let mut targets = Vec::new();
        (0..self.resamples)
            .map(|_| {
                targets.clear();
                for suite in &self.suites {
                    targets.extend((0..suite.len()).map(|_| suite[random.random_range(0..suite.len())]));
                }
                statistics(&targets, &mut random)
            })
            .collect()
    }
}

/// The middle 95 % of each statistic over the draws.
fn intervals(draws: Vec<Vec<f64>>) -> Vec<Interval> {
    let count = draws.first().map_or(0, Vec::len);
    (0..count)
        .map(|index| {
            let mut values: Vec<f64> = draws.iter().map(|draw| draw[index]).collect();
            values.sort_unstable_by(f64::total_cmp);
            Interval { low: quantile(&values, 0.025), high: quantile(&values, 0.975) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::scores::interquartile_mean;
    use super::*;

    fn bootstrap(suites: Vec<Vec<usize>>) -> Bootstrap {
        Bootstrap::new(suites, 2000, 3)
    }

    #[test]
    fn means_of_coins_have_the_interval_of_the_binomial() {
        // 100 targets, one round, half of them 1: standard error 0.05.
        let scores = Scores::new(vec![(0..100).map(|target| f64::from(target % 2)).collect()]).unwrap();
        let interval =
            bootstrap(vec![(0..100).collect()]).interval(&scores, |v| mean(v.iter().copied()).unwrap_or(0.0));
        assert!(
            (interval.low - 0.402).abs() < 0.015 && (interval.high - 0.598).abs() < 0.015,
            "{interval:?}"
        );
        // As two suites of which each is all alike, nothing is left to chance.
        let halves = vec![(0..100).step_by(2).collect(), (1..100).step_by(2).collect()];
        let interval = bootstrap(halves).interval(&scores, |v| mean(v.iter().copied()).unwrap_or(0.0));
        assert_eq!(interval, Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn equal_seeds_give_equal_intervals() {
        let score = |round: i32, target: i32| f64::from(round + 1) / f64::from(round + target + 2);
        let rows = (0..5).map(|round| (0..7).map(|target| score(round, target)).collect());
        let scores = Scores::new(rows.collect()).unwrap();
        let suites = vec![(0..3).collect::<Vec<_>>(), (3..7).collect()];
        let one = bootstrap(suites.clone()).interval(&scores, interquartile_mean);
        assert_eq!(one, bootstrap(suites.clone()).interval(&scores, interquartile_mean));
        assert!(one.low < one.high);
        let other = Bootstrap::new(suites, 2000, 4).interval(&scores, interquartile_mean);
        assert_ne!(one, other);
    }

    #[test]
    fn a_sure_winner_is_sure() {
        let all = |value| Scores::new(vec![vec![value; 4]; 3]).unwrap();
        let interval = bootstrap(vec![vec![0, 1], vec![2, 3]]).improvement(&all(1.0), &all(0.5));
        assert_eq!(interval, Interval { low: 1.0, high: 1.0 });
        let interval = bootstrap(vec![vec![0, 1], vec![2, 3]]).improvement(&all(1.0), &all(1.0));
        assert_eq!(interval, Interval { low: 0.5, high: 0.5 });
    }
}
