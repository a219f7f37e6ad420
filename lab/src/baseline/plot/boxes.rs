//! Guesses against the truth.

use crate::baseline::regress::{Assessment, Truth};
use tetreach::draw::chart::{Axis, Scene, Spread, spread_chart};

/// How far beyond the true scores the plot reaches, as a share of their range.
const MARGIN: f64 = 0.4;

/// A box for each true score, with the line on which perfect guesses would lie in red: the thesis' Figures 11 to 17.
pub fn box_plot(assessment: &Assessment, title: &str, scores: (u32, u32)) -> Scene {
    let shown: Vec<&Truth> =
        assessment.truths.iter().filter(|truth| (scores.0..=scores.1).contains(&truth.score)).collect();
    let note = format!(
        "{} test boards, over all scores R2 {:.3}, mean error {:.2}, red: the truth",
        shown.iter().map(|truth| truth.count).sum::<usize>(),
        assessment.r_squared,
        assessment.mean_absolute_error
    );
    let first = f64::from(shown.first().map_or(scores.0, |truth| truth.score));
    let last = f64::from(shown.last().map_or(scores.1, |truth| truth.score));
    let reach = MARGIN * (last - first).max(1.0);
    let values = || {
        shown
            .iter()
            .flat_map(|truth| truth.guesses.outliers.iter().chain([&truth.guesses.low, &truth.guesses.high]))
    };
    let low = values().fold(first, |low, value| low.min(*value)).max(first - reach);
    let high = values().fold(last, |high, value| high.max(*value)).min(last + reach);
    let x = Axis::linear("true score", first - 1.0, last + 1.0);
    let y = Axis::linear("predicted score", low - 0.5, high + 0.5);
    let spreads: Vec<Spread> = shown.iter().map(|truth| spread(truth)).collect();
    spread_chart(&super::frame(title, note), &x, &y, &spreads, &[(first, first), (last, last)])
}

fn spread(truth: &Truth) -> Spread {
    let guesses = &truth.guesses;
    Spread {
        x: f64::from(truth.score),
        quantiles: [guesses.low, guesses.first, guesses.median, guesses.third, guesses.high],
        outliers: guesses.outliers.clone(),
    }
}
