//! Guesses against the truth.

use super::axes::{Axes, Labels};
use super::scene::{Scene, ink};
use crate::baseline::regress::{Assessment, Truth};

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
    let labels = Labels { title, note: &note, x: "true score", y: "predicted score" };
    let mut axes = Axes::new(labels, (first - 1.0, last + 1.0), (low - 0.5, high + 0.5));
    for truth in &shown {
        draw(&mut axes, truth);
    }
    let end = |score: f64| (axes.at_x(score), axes.at_y(score));
    let (from, to) = (end(first), end(last));
    axes.scene.line(from, to, ink::RED, 1.8);
    axes.finished()
}

fn draw(axes: &mut Axes, truth: &Truth) {
    let guesses = &truth.guesses;
    let (x, half) = (axes.at_x(f64::from(truth.score)), axes.unit() * 0.32);
    for outlier in &guesses.outliers {
        let at = (x, axes.at_y(*outlier));
        axes.scene.ring(at, 1.8, ink::GREY, false);
    }
    let [low, first, median, third, high] =
        [guesses.low, guesses.first, guesses.median, guesses.third, guesses.high]
            .map(|value| axes.at_y(value));
    axes.scene.line((x, low), (x, first), ink::BLACK, 1.0);
    axes.scene.line((x, third), (x, high), ink::BLACK, 1.0);
    for end in [low, high] {
        axes.scene.line((x - half / 2.0, end), (x + half / 2.0, end), ink::BLACK, 1.0);
    }
    axes.scene.rectangle(
        (x - half, third),
        (2.0 * half, (first - third).max(1.0)),
        Some(ink::PALE),
        Some(ink::BLUE),
    );
    axes.scene.line((x - half, median), (x + half, median), ink::ORANGE, 2.0);
}
