//! Distributions over a number: an upright box for each, with the line on which all should lie.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use crate::draw::surface::{Paint, Pen, Scene, ink, series_colour};

/// A distribution at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// Its place from left to right.
    pub x: f64,
    /// Lower whisker, lower edge, median, upper edge, upper whisker.
    pub quantiles: [f64; 5],
    /// What lies beyond the whiskers.
    pub outliers: Vec<f64>,
}

/// The boxes beside each other at their places, and the points of the truth joined in red.
pub fn spread_chart(frame: &Frame, x: &Axis, y: &Axis, spreads: &[Spread], truth: &[(f64, f64)]) -> Scene {
    frame.draw(x, &Upright::Numbers(y), &Aside::Nothing, |plot| {
        for spread in spreads {
            for outlier in &spread.outliers {
                plot.scene.ring(plot.at(spread.x, *outlier), 1.8, ink::MUTED);
            }
            let [low, first, median, third, high] = spread.quantiles;
            let pen = Pen::new(ink::TEXT, 1.0);
            for (end, side) in [(low, first), (high, third)] {
                plot.line(plot.at(spread.x, end), plot.at(spread.x, side), pen);
                plot.line(plot.at(spread.x - 0.16, end), plot.at(spread.x + 0.16, end), pen);
            }
            let corners = (plot.at(spread.x - 0.32, first), plot.at(spread.x + 0.32, third));
            plot.block(corners.0, corners.1, ink::PAPER, None);
            let blue = series_colour(0);
            plot.block(corners.0, corners.1, Paint::thin(blue, 0.25), Some(blue));
            let ends = (plot.at(spread.x - 0.32, median), plot.at(spread.x + 0.32, median));
            plot.line(ends.0, ends.1, Pen::new(series_colour(1), 2.0));
        }
        let truth: Vec<_> = truth.iter().map(|(x, y)| plot.at(*x, *y)).collect();
        plot.scene.path(truth, Pen::new(ink::TRUTH, 1.8));
    })
}
