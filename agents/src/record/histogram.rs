//! The distribution of many numbers, in buckets.

use serde::{Deserialize, Serialize};

/// Counts of numbers in buckets of equal width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// The smallest number; 0 if there is none.
    pub min: f64,
    /// The largest number; 0 if there is none.
    pub max: f64,
    /// The sum of the numbers.
    pub sum: f64,
    /// The sum of their squares.
    pub sum_squares: f64,
    /// How many numbers were not finite and are in no bucket.
    pub not_finite: u64,
    /// The upper end of each bucket.
    pub limits: Vec<f64>,
    /// How many numbers are in each bucket.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// The number of buckets unless all numbers are equal.
    pub const BUCKETS: usize = 30;

    /// Counts numbers.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut not_finite = 0;
        let values: Vec<f64> = values
            .into_iter()
            .filter(|value| {
                not_finite += u64::from(!value.is_finite());
                value.is_finite()
            })
            .collect();
        let (min, max) = values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), &value| (min.min(value), max.max(value)));
        let (min, max) = if values.is_empty() { (0.0, 0.0) } else { (min, max) };
        // Halves, so that the width of a range over all floats does not overflow.
        let half_width = (max / 2.0 - min / 2.0) / Self::BUCKETS as f64;
        let buckets = if half_width > 0.0 { Self::BUCKETS } else { 1 };
        let mut counts = vec![0; buckets];
        for &value in &values {
            let bucket = ((value / 2.0 - min / 2.0) / half_width) as usize;
            counts[bucket.min(buckets - 1)] += 1;
        }
        let limits = (1..=buckets)
            .map(|end| if end == buckets { max } else { min + 2.0 * half_width * end as f64 })
            .collect();
        let sum = values.iter().sum();
        let sum_squares = values.iter().map(|value| value * value).sum();
        Histogram { min, max, sum, sum_squares, not_finite, limits, counts }
    }

    /// How many numbers are in the buckets.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_fall_into_their_buckets() {
        let histogram = Histogram::of((0..60).map(f64::from));
        assert_eq!((histogram.min, histogram.max, histogram.sum), (0.0, 59.0, 1770.0));
        assert_eq!(histogram.counts, [2; 30]);
        assert_eq!(histogram.limits[29], 59.0);
    }

    #[test]
    fn none_one_and_senseless_numbers_are_counted_too() {
        assert_eq!(Histogram::of([]).count(), 0);
        let equal = Histogram::of([2.5, f64::NAN, 2.5, f64::INFINITY]);
        assert_eq!((equal.counts, equal.limits, equal.not_finite), (vec![2], vec![2.5], 2));
        assert_eq!(Histogram::of([f64::MIN, f64::MAX]).count(), 2);
    }

    proptest! {
        #[test]
        fn every_number_is_in_one_bucket_at_or_below_its_limit(values in prop::collection::vec(-1e6..1e6, 1..200)) {
            let histogram = Histogram::of(values.iter().copied());
            prop_assert_eq!(histogram.count(), values.len() as u64);
            prop_assert!(histogram.limits.is_sorted());
            prop_assert_eq!(histogram.limits.last(), Some(&histogram.max));
        }
    }
}
