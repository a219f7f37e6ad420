//! Bars with intervals, one per line.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use crate::draw::surface::{Paint, Pen, Rgb, Scene, ink};

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// Its length.
    pub value: f64,
    /// The interval around its end.
    pub interval: (f64, f64),
    /// What stands at the end of its line.
    pub text: String,
}

/// The bars below each other, the first one on top.
pub fn bar_chart(frame: &Frame, x: &Axis, bars: &[Bar]) -> Scene {
    let names: Vec<String> = bars.iter().map(|bar| bar.name.clone()).collect();
    let texts: Vec<String> = bars.iter().map(|bar| bar.text.clone()).collect();
    frame.draw(x, &Upright::Names(&names), &Aside::Texts(&texts), |plot| {
        for (index, bar) in bars.iter().rev().enumerate() {
            let y = index as f64;
            let corners = (plot.at(f64::NEG_INFINITY, y - 0.32), plot.at(bar.value, y + 0.32));
            plot.block(corners.0, corners.1, Paint::thin(bar.colour, 0.85), None);
            let pen = Pen::new(ink::TEXT, 2.0);
            let (low, high) = bar.interval;
            plot.line(plot.at(low, y), plot.at(high, y), pen);
            for end in [low, high] {
                plot.line(plot.at(end, y - 0.16), plot.at(end, y + 0.16), pen);
            }
        }
    })
}
