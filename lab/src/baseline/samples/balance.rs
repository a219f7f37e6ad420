//! The thesis' repair of skewed sets: duplicates until every score has 90 % of the most frequent one.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::generator::BoardSample;
use super::histogram::ScoreHistogram;

/// The share of the most frequent score that every score is filled up to.
const SHARE: f64 = 0.9;

/// The samples and duplicates of random ones, so that every score that occurs has 90 % of the most frequent one.
pub fn balanced(samples: &[BoardSample], seed: u64) -> Vec<BoardSample> {
    let wanted = (ScoreHistogram::of(samples).largest() as f64 * SHARE).floor() as usize;
    let mut classes: BTreeMap<u32, Vec<BoardSample>> = BTreeMap::new();
    for sample in samples {
        classes.entry(sample.score).or_default().push(*sample);
    }
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut filled = samples.to_vec();
    for class in classes.values() {
        for _ in class.len()..wanted {
            filled.push(class[random.random_range(0..class.len())]);
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::game::{Board, Size};

    #[test]
    fn every_class_is_filled_up_with_its_own() {
        let sample = |score, row: u16| BoardSample { board: Board::from_rows(Size::STANDARD, [row]), score };
        let samples: Vec<BoardSample> = (0..100)
            .map(|row| sample(1, row))
            .chain([sample(2, 500), sample(2, 501), sample(9, 502)])
            .collect();
        let filled = balanced(&samples, 4);
        let histogram = ScoreHistogram::of(&filled);
        assert_eq!(histogram.counts.into_iter().collect::<Vec<_>>(), [(1, 100), (2, 90), (9, 90)]);
        assert_eq!(filled[..samples.len()], samples);
        assert!(filled.iter().all(|sample| samples.contains(sample)));
        assert!(balanced(&[], 0).is_empty());
    }
}
