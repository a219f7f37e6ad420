//! How good a regressor is: errors and their spread by true score.

use std::collections::BTreeMap;

use serde::Serialize;

use super::TrainedRegressor;
use crate::baseline::samples::BoardSample;
use tetreach::game::Board;

/// What a box plot shows of some numbers: the whiskers reach to the last ones within 1.5 boxes (Tukey 1977).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quartiles {
    /// Lower end of the whiskers.
    pub low: f64,
    /// A quarter lies below.
    pub first: f64,
    /// Half lies below.
    pub median: f64,
    /// Three quarters lie below.
    pub third: f64,
    /// Upper end of the whiskers.
    pub high: f64,
    /// What lies outside.
    pub outliers: Vec<f64>,
}

/// The guesses for boards of one true score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// The true score.
    pub score: u32,
    /// Boards.
    pub count: usize,
    /// The mean guess.
    pub mean: f64,
    /// The spread of the guesses.
    pub guesses: Quartiles,
}

/// A regressor's errors on test samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// Boards asked.
    pub count: usize,
    /// The share of the labels' variance that is explained; 1 is perfect, 0 no better than the mean.
    pub r_squared: f64,
    /// The mean of the errors' absolute values.
    pub mean_absolute_error: f64,
    /// The root of the mean squared error.
    pub root_mean_square_error: f64,
    /// The guesses by true score.
    pub truths: Vec<Truth>,
}

impl Quartiles {
    /// The quartiles of some numbers, which are not empty.
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (values.len() - 1) as f64;
            let (low, high) = (values[place.floor() as usize], values[place.ceil() as usize]);
            low + (high - low) * place.fract()
        };
        let (first, median, third) = (at(0.25), at(0.5), at(0.75));
        let reach = 1.5 * (third - first);
        let inside = |value: &f64| (first - reach..=third + reach).contains(value);
        let low = values.iter().copied().find(|value| inside(value)).unwrap_or(first);
        let high = values.iter().rev().copied().find(|value| inside(value)).unwrap_or(third);
        let outliers = values.iter().copied().filter(|value| !inside(value)).collect();
        Self { low: low.min(first), first, median, third, high: high.max(third), outliers }
    }
}

impl Assessment {
    /// Asks the regressor for every sample.
    pub fn of(model: &TrainedRegressor, samples: &[BoardSample]) -> Self {
        let boards: Vec<Board> = samples.iter().map(|sample| sample.board).collect();
        let mut guesses = Vec::new();
        model.predict_into(&boards, &mut guesses);
        let count = samples.len().max(1) as f64;
        let mean = samples.iter().map(|sample| f64::from(sample.score)).sum::<f64>() / count;
        let (mut squares, mut absolute, mut variance) = (0.0, 0.0, 0.0);
        let mut by_score: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for (sample, guess) in samples.iter().zip(&guesses) {
            let truth = f64::from(sample.score);
            squares += (guess - truth).powi(2);
            absolute += (guess - truth).abs();
            variance += (truth - mean).powi(2);
            by_score.entry(sample.score).or_default().push(*guess);
        }
        let truths = by_score.into_iter().map(|(score, guesses)| Truth {
            score,
            count: guesses.len(),
            mean: guesses.iter().sum::<f64>() / guesses.len() as f64,
            guesses: Quartiles::of(guesses),
        });
        Self {
            count: samples.len(),
            r_squared: 1.0 - squares / variance.max(f64::MIN_POSITIVE),
            mean_absolute_error: absolute / count,
            root_mean_square_error: (squares / count).sqrt(),
            truths: truths.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_and_whiskers_are_tukeys() {
        let quartiles = Quartiles::of((1..=9).map(f64::from).chain([100.0]).collect());
        assert_eq!((quartiles.low, quartiles.first, quartiles.median), (1.0, 3.25, 5.5));
        assert_eq!((quartiles.third, quartiles.high), (7.75, 9.0));
        assert_eq!(quartiles.outliers, [100.0]);
        let single = Quartiles::of(vec![4.0]);
        assert_eq!((single.low, single.median, single.high), (4.0, 4.0, 4.0));
    }
}
