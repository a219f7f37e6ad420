//! How many samples have each score.

use crate::baseline::samples::ScoreHistogram;
use tetreach::draw::chart::{Axis, Scene, column_chart};

/// Bars of the number of samples of each score, as in the thesis' Figures 8 to 10.
pub fn histogram_plot(histogram: &ScoreHistogram, title: &str) -> Scene {
    let total: usize = histogram.counts.values().sum();
    let note = format!(
        "{total} samples, {} scores, rarest / most frequent {:.2}",
        histogram.counts.len(),
        histogram.evenness()
    );
    let first = histogram.counts.keys().next().copied().unwrap_or(0);
    let last = histogram.counts.keys().next_back().copied().unwrap_or(first + 1);
    let x = Axis::linear("score", f64::from(first) - 1.0, f64::from(last) + 1.0);
    let y = Axis::linear("samples", 0.0, histogram.largest() as f64 * 1.05);
    let counts = histogram.counts.iter().map(|(score, count)| (f64::from(*score), *count as f64));
    column_chart(&super::frame(title, note), &x, &y, &counts.collect::<Vec<_>>())
}
