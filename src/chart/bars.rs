//! Bars with intervals, one a line.

use plotters::prelude::*;

use super::axis::Axis;
use super::frame::{Aside, ChartError, Frame, Upright};
use super::theme::Colour;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its length.
    pub value: f64,
    /// The interval around its end.
    pub interval: (f64, f64),
    /// What stands at the end of its line.
    pub text: String,
}

/// The bars below each other, the first one on top.
pub fn bar_chart(frame: &Frame, x: &Axis, bars: &[Bar]) -> Result<String, ChartError> {
    let names: Vec<String> = bars.iter().map(|bar| bar.name.clone()).collect();
    let texts: Vec<String> = bars.iter().map(|bar| bar.text.clone()).collect();
    frame.draw(x, &Upright::Names(&names), &Aside::Texts(&texts), |plot| {
        for (index, bar) in bars.iter().rev().enumerate() {
            let y = index as f64;
            let (origin, end) = (plot.chart.x_range().start, plot.place(bar.value, y).0);
            let colour = RGBColor::from(bar.colour).mix(0.85);
            plot.chart
                .draw_series([Rectangle::new([(origin, y - 0.32), (end, y + 0.32)], colour.filled())])?;
            let (low, high) = (plot.place(bar.interval.0, y).0, plot.place(bar.interval.1, y).0);
            let ink = RGBColor::from(Colour::INK).stroke_width(2);
            plot.chart.draw_series([
                PathElement::new([(low, y), (high, y)], ink),
                PathElement::new([(low, y - 0.16), (low, y + 0.16)], ink),
                PathElement::new([(high, y - 0.16), (high, y + 0.16)], ink),
            ])?;
        }
        Ok(())
    })
}
