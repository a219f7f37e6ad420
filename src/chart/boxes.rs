//! Boxes over whole distributions, one a line.

use plotters::prelude::*;

use super::axis::Axis;
use super::frame::{Aside, ChartError, Frame, Upright};
use super::theme::Colour;

/// A distribution in five numbers: 5 %, 25 %, 50 %, 75 % and 95 % lie below them.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSummary {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// The five numbers, rising.
    pub quantiles: [f64; 5],
}

/// The boxes below each other, the first one on top; whiskers reach from 5 % to 95 %.
pub fn box_chart(frame: &Frame, x: &Axis, boxes: &[BoxSummary]) -> Result<String, ChartError> {
    let names: Vec<String> = boxes.iter().map(|summary| summary.name.clone()).collect();
    frame.draw(x, &Upright::Names(&names), &Aside::Nothing, |plot| {
        for (index, summary) in boxes.iter().rev().enumerate() {
            let y = index as f64;
            let [least, low, middle, high, most] = summary.quantiles.map(|value| plot.place(value, y).0);
            let colour = RGBColor::from(summary.colour);
            plot.chart.draw_series([
                PathElement::new([(least, y), (low, y)], colour.stroke_width(2)),
                PathElement::new([(high, y), (most, y)], colour.stroke_width(2)),
                PathElement::new([(least, y - 0.15), (least, y + 0.15)], colour.stroke_width(2)),
                PathElement::new([(most, y - 0.15), (most, y + 0.15)], colour.stroke_width(2)),
            ])?;
            let corners = [(low, y - 0.3), (high, y + 0.3)];
            plot.chart.draw_series([Rectangle::new(corners, colour.mix(0.35).filled())])?;
            plot.chart.draw_series([Rectangle::new(corners, colour.stroke_width(2))])?;
            let ink = RGBColor::from(Colour::INK).stroke_width(3);
            plot.chart.draw_series([PathElement::new([(middle, y - 0.3), (middle, y + 0.3)], ink)])?;
        }
        Ok(())
    })
}
