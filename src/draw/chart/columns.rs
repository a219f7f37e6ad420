//! Counts over a number, as a histogram has them.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use crate::draw::surface::{Scene, series_colour};

/// An upright bar at each place, as high as its count.
pub fn column_chart(frame: &Frame, x: &Axis, y: &Axis, counts: &[(f64, f64)]) -> Scene {
    frame.draw(x, &Upright::Numbers(y), &Aside::Nothing, |plot| {
        for (place, count) in counts {
            let corners = (plot.at(place - 0.4, f64::NEG_INFINITY), plot.at(place + 0.4, *count));
            plot.block(corners.0, corners.1, series_colour(0), None);
        }
    })
}
