//! Numbers that say how sure one may be.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

/// The 97.5 % point of the standard normal distribution: two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A range that holds the true value with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// The 95 % interval of a rate after `successes` of `n` trials (Wilson 1927); all of 0..1 without trials.
pub fn wilson(successes: usize, n: usize) -> Interval {
    wilson_of_rate(if n == 0 { 0.0 } else { successes as f64 / n as f64 }, n)
}

/// The same interval of a rate that was measured on `n` independent units, some of which may count in part.
pub fn wilson_of_rate(rate: f64, n: usize) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = n as f64;
    let shrink = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / shrink;
    let half = Z / shrink * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The mean, if there is anything.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) =
        values.into_iter().fold((0.0, 0_usize), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// The value in the middle, or the mean of the two there, if there is anything.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = *sorted.get((sorted.len() - 1) / 2)?;
    Some(f64::midpoint(lower, upper))
}

/// The 95 % interval of the mean from `resamples` draws with replacement (percentile bootstrap, Efron 1979).
pub fn bootstrap_mean(values: &[f64], resamples: usize, seed: u64) -> Option<Interval> {
    if values.is_empty() || resamples == 0 {
        return None;
    }
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut draw = || {
        let sum: f64 = (0..values.len()).map(|_| values[random.random_range(0..values.len())]).sum();
        sum / values.len() as f64
    };
    let mut means: Vec<f64> = (0..resamples).map(|_| draw()).collect();
    means.sort_by(f64::total_cmp);
    Some(Interval { low: quantile(&means, 0.025), high: quantile(&means, 0.975) })
}

/// The 97.5 % points of Student's t distribution with 1, 2, ... degrees of freedom.
const T: [f64; 19] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093,
];

/// The 95 % interval of the mean of a few values that are about normal, such as the scores of some seeds (Student
/// 1908); none for less than two.
pub fn t_interval(values: &[f64]) -> Option<Interval> {
    let freedom = values.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
    let centre = mean(values.iter().copied())?;
    let variance = values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / freedom as f64;
    let half = T.get(freedom - 1).unwrap_or(&Z) * (variance / values.len() as f64).sqrt();
    Some(Interval { low: centre - half, high: centre + half })
}

/// The quantile of sorted values, linear between neighbours (Hyndman and Fan 1996, type 7).
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// Pearson's correlation of pairs; 0 where there is no spread, so that there is nothing to agree on.
pub fn pearson(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / n, y + pair.1 / n));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        xx += (a - x) * (a - x);
        yy += (b - y) * (b - y);
        xy += (a - x) * (b - y);
    }
    if xx * yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 }
}

/// Spearman's correlation of pairs: Pearson's of their ranks.
pub fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    pearson(&ranks(&x).into_iter().zip(ranks(&y)).collect::<Vec<_>>())
}

/// The place of each number in order, from 0; equal ones share the mean of theirs.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    for group in order.chunk_by(|&a, &b| numbers[a] == numbers[b]) {
        let first = order.partition_point(|&i| numbers[i] < numbers[group[0]]);
        let rank = first as f64 + (group.len() - 1) as f64 / 2.0;
        group.iter().for_each(|&i| ranks[i] = rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_share_their_rank() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 7.0]), [1.5, 0.0, 1.5, 3.0]);
    }

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} and {b}");
    }

    #[test]
    fn few_values_have_wide_intervals() {
        // Mean 2, standard deviation 1: 4.303 / sqrt(3) to either side.
        let interval = t_interval(&[1.0, 2.0, 3.0]).unwrap();
        close(interval.low, 2.0 - 2.484, 1e-3);
        close(interval.high, 2.0 + 2.484, 1e-3);
        assert_eq!(t_interval(&[0.5; 4]), Some(Interval { low: 0.5, high: 0.5 }));
        assert_eq!((t_interval(&[1.0]), t_interval(&[])), (None, None));
    }

    #[test]
    fn wilson_gives_the_published_intervals() {
        // Newcombe 1998, table I, method 3.
        for (successes, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, n);
            close(interval.low, low, 5e-5);
            close(interval.high, high, 5e-5);
        }
        close(wilson(20, 20).low, 1.0 - 0.1611, 5e-5);
        assert_eq!(wilson(20, 20).high, 1.0);
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn mean_and_median_of_small_lists() {
        assert_eq!((mean([]), median(&[])), (None, None));
        assert_eq!(mean([1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 100.0]), Some(3.0));
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 0.0), 1.0);
        assert_eq!(quantile(&sorted, 0.25), 1.75);
        assert_eq!(quantile(&sorted, 0.5), 2.5);
        assert_eq!(quantile(&sorted, 1.0), 4.0);
    }

    #[test]
    fn the_bootstrap_of_many_values_is_near_the_normal_interval() {
        // 0 .. 999: mean 499.5, standard error 288.675 / sqrt(1000) = 9.129.
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let interval = bootstrap_mean(&values, 4000, 7).unwrap();
        close(interval.low, 499.5 - Z * 9.129, 1.5);
        close(interval.high, 499.5 + Z * 9.129, 1.5);
        assert_eq!(bootstrap_mean(&values, 4000, 7), Some(interval), "equal seeds, equal intervals");
        assert_eq!(bootstrap_mean(&[5.0; 9], 100, 1), Some(Interval { low: 5.0, high: 5.0 }));
        assert_eq!(bootstrap_mean(&[], 100, 1), None);
    }
}
