//! Scores of one agent as a matrix of rounds and targets, and what rliable computes from it.
//!
//! The formulas are those of Agarwal et al., "Deep Reinforcement Learning at the Edge of the Statistical Precipice"
//! (2021), section 4, as its package `rliable` computes them.

use serde::Serialize;

use tetreach::eval::{mean, median};

/// Scores of one agent; all agents of a comparison have the same shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Scores {
    /// `[rounds][targets]`, as rliable wants it.
    rows: Vec<Vec<f64>>,
}

impl Scores {
    /// The scores of `[rounds][targets]`, or `None` if the rounds are not equally long.
    pub fn new(rows: Vec<Vec<f64>>) -> Option<Self> {
        let targets = rows.first().map_or(0, Vec::len);
        rows.iter().all(|row| row.len() == targets).then_some(Self { rows })
    }

    /// Number of rounds.
    pub fn rounds(&self) -> usize {
        self.rows.len()
    }

    /// Number of targets.
    pub fn targets(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The score of a round on a target.
    pub fn at(&self, round: usize, target: usize) -> f64 {
        self.rows[round][target]
    }

    /// All scores.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.rows.iter().flatten().copied()
    }
}

/// The mean of the middle half: scores in order, a quarter cut off at both ends (rounded down).
pub fn interquartile_mean(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let cut = values.len() / 4;
    mean(values[cut..values.len() - cut].iter().copied()).unwrap_or(0.0)
}

/// How far the mean stays below 1.
pub fn optimality_gap(values: &[f64]) -> f64 {
    1.0 - mean(values.iter().map(|value| value.min(1.0))).unwrap_or(0.0)
}

/// The median over targets of the mean over rounds.
pub fn median_of_targets(scores: &Scores) -> f64 {
    let rounds = scores.rounds();
    let means: Vec<f64> = (0..scores.targets())
        .map(|target| mean((0..rounds).map(|round| scores.at(round, target))).unwrap_or(0.0))
        .collect();
    median(&means).unwrap_or(0.0)
}

/// The chance that a run of X beats a run of Y on one target; a draw counts half (Mann and Whitney's U over all pairs).
pub fn chance_to_beat(x: &[f64], y: &[f64]) -> f64 {
    let points = |x: f64, y: f64| if x > y { 1.0 } else { 0.5 * f64::from(u8::from(x == y)) };
    let sum: f64 = x.iter().flat_map(|x| y.iter().map(move |y| points(*x, *y))).sum();
    sum / (x.len() * y.len()).max(1) as f64
}

/// The chance that a run of X beats one of Y on a target, the mean over targets.
pub fn probability_of_improvement(x: &Scores, y: &Scores) -> f64 {
    let column = |scores: &Scores, target| -> Vec<f64> {
        (0..scores.rounds()).map(|round| scores.at(round, target)).collect()
    };
    mean((0..x.targets()).map(|target| chance_to_beat(&column(x, target), &column(y, target)))).unwrap_or(0.0)
}

/// The share of runs with a score above each threshold.
pub fn profile(values: &mut [f64], thresholds: &[f64]) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let share = |threshold: &f64| {
        let not_above = values.partition_point(|value| value <= threshold);
        (values.len() - not_above) as f64 / values.len().max(1) as f64
    };
    thresholds.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(rows: &[&[f64]]) -> Scores {
        Scores::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
    }

    #[test]
    fn the_interquartile_mean_leaves_a_quarter_out_at_both_ends() {
        assert_eq!(interquartile_mean(&mut [100.0, 1.0, 2.0, 4.0]), 3.0);
        // 10 scores: 2 are cut at both ends, 6 stay: 3 + 4 + 5 + 6 + 7 + 8.
        let mut ten: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        assert_eq!(interquartile_mean(&mut ten), 5.5);
        assert_eq!(interquartile_mean(&mut [7.0]), 7.0);
        assert_eq!(interquartile_mean(&mut []), 0.0);
    }

    #[test]
    fn improvement_counts_pairs_on_each_target() {
        // First target: 0.9 beats both, 0.5 beats one and draws with one: (2 + 1.5) / 4. Second target: all equal.
        let (x, y) = (scores(&[&[0.9, 1.0], &[0.5, 1.0]]), scores(&[&[0.5, 1.0], &[0.1, 1.0]]));
        assert_eq!(probability_of_improvement(&x, &y), (0.875 + 0.5) / 2.0);
        assert_eq!(probability_of_improvement(&y, &x), (0.125 + 0.5) / 2.0);
        assert_eq!(probability_of_improvement(&x, &x), 0.5);
    }

    #[test]
    fn medians_gaps_and_profiles_of_small_matrices() {
        let x = scores(&[&[0.0, 1.0, 0.5], &[0.5, 1.0, 0.25]]);
        assert_eq!(median_of_targets(&x), 0.375);
        let mut values: Vec<f64> = x.values().collect();
        assert!((optimality_gap(&values) - (1.0 - 3.25 / 6.0)).abs() < 1e-12);
        assert_eq!(profile(&mut values, &[0.0, 0.25, 0.5, 1.0]), [5.0 / 6.0, 4.0 / 6.0, 2.0 / 6.0, 0.0]);
        assert!(Scores::new(vec![vec![1.0], vec![]]).is_none());
    }
}
