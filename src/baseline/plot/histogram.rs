//! How many samples have each score.

use super::axes::{Axes, Labels};
use super::scene::{Scene, ink};
use crate::baseline::samples::Histogram;

/// Bars of the number of samples of each score, as in the thesis' Figures 8 to 10.
pub fn histogram_plot(histogram: &Histogram, title: &str) -> Scene {
    let total: usize = histogram.counts.values().sum();
    let note = format!(
        "{total} samples, {} scores, rarest / most frequent {:.2}",
        histogram.counts.len(),
        histogram.evenness()
    );
    let first = histogram.counts.keys().next().copied().unwrap_or(0);
    let last = histogram.counts.keys().next_back().copied().unwrap_or(first + 1);
    let labels = Labels { title, note: &note, x: "score", y: "samples" };
    let x = (f64::from(first) - 1.0, f64::from(last) + 1.0);
    let mut axes = Axes::new(labels, x, (0.0, histogram.largest() as f64 * 1.05));
    let floor = axes.at_y(0.0);
    for (score, count) in &histogram.counts {
        let (middle, top) = (axes.at_x(f64::from(*score)), axes.at_y(*count as f64));
        let width = axes.unit() * 0.8;
        axes.scene.rectangle((middle - width / 2.0, top), (width, floor - top), Some(ink::BLUE), None);
    }
    axes.finished()
}
