//! Boxes over whole distributions, one per line.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use crate::draw::surface::{Paint, Pen, Rgb, Scene, ink};

/// A distribution in five numbers: 5 %, 25 %, 50 %, 75 % and 95 % lie below them.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSummary {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// The five numbers, rising.
    pub quantiles: [f64; 5],
}

/// The boxes below each other, the first one on top; whiskers reach from 5 % to 95 %.
pub fn box_chart(frame: &Frame, x: &Axis, boxes: &[BoxSummary]) -> Scene {
    let names: Vec<String> = boxes.iter().map(|summary| summary.name.clone()).collect();
    frame.draw(x, &Upright::Names(&names), &Aside::Nothing, |plot| {
        for (index, BoxSummary { colour, quantiles, .. }) in boxes.iter().rev().enumerate() {
            let y = index as f64;
            let [least, low, middle, high, most] = *quantiles;
            let pen = Pen::new(*colour, 2.0);
            for (end, side) in [(least, low), (most, high)] {
                plot.line(plot.at(end, y), plot.at(side, y), pen);
                plot.line(plot.at(end, y - 0.15), plot.at(end, y + 0.15), pen);
            }
            let corners = (plot.at(low, y - 0.3), plot.at(high, y + 0.3));
            plot.block(corners.0, corners.1, Paint::thin(*colour, 0.35), Some(*colour));
            plot.line(plot.at(middle, y - 0.3), plot.at(middle, y + 0.3), Pen::new(ink::TEXT, 3.0));
        }
    })
}
