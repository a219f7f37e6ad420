//! How often each score occurs.

use std::collections::BTreeMap;

use super::generator::BoardSample;

/// Samples counted by score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreHistogram {
    /// The number of samples of each score that occurs.
    pub counts: BTreeMap<u32, usize>,
}

impl ScoreHistogram {
    /// Counts samples.
    pub fn of(samples: &[BoardSample]) -> Self {
        let mut counts = BTreeMap::new();
        for sample in samples {
            *counts.entry(sample.score).or_default() += 1;
        }
        Self { counts }
    }

    /// The part with scores from `first` to `last`.
    pub fn part(&self, first: u32, last: u32) -> Self {
        Self { counts: self.counts.range(first..=last).map(|(score, count)| (*score, *count)).collect() }
    }

    /// The largest number of samples of one score.
    pub fn largest(&self) -> usize {
        self.counts.values().copied().max().unwrap_or(0)
    }

    /// The smallest number of samples of a score that occurs, for each of the largest: 1 is even.
    pub fn evenness(&self) -> f64 {
        let smallest = self.counts.values().copied().min().unwrap_or(0);
        if smallest == 0 { 0.0 } else { smallest as f64 / self.largest() as f64 }
    }
}
