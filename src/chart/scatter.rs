//! Points with their names.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::Axis;
use super::frame::{Aside, ChartError, Frame, Upright};
use super::theme::Colour;

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its place.
    pub at: (f64, f64),
    /// Ends of the upright interval around it.
    pub interval: (f64, f64),
}

/// Half a line of text: names nearer than this would lie on each other.
const APART: i32 = 14;

/// The points with upright intervals and their names beside them.
pub fn scatter_chart(frame: &Frame, x: &Axis, y: &Axis, dots: &[Dot]) -> Result<String, ChartError> {
    frame.draw(x, &Upright::Numbers(y), &Aside::Nothing, |plot| {
        for dot in dots {
            let colour = RGBColor::from(dot.colour);
            let (low, high) = (plot.place(dot.at.0, dot.interval.0), plot.place(dot.at.0, dot.interval.1));
            plot.chart.draw_series([PathElement::new([low, high], colour.mix(0.5).stroke_width(2))])?;
            let at = plot.place(dot.at.0, dot.at.1);
            plot.chart.draw_series([Circle::new(at, 5, colour.filled())])?;
        }
        let (right, bottom) = {
            let (x, y) = (plot.chart.x_range(), plot.chart.y_range());
            plot.chart.backend_coord(&(x.end, y.start))
        };
        let mut taken: Vec<(i32, i32, i32)> = Vec::new();
        for dot in dots {
            let at = plot.pixel(dot.at.0, dot.at.1);
            let length = 7 * dot.name.chars().count() as i32;
            let is_left = at.0 + 10 + length > right;
            let start = if is_left { at.0 - 10 - length } else { at.0 + 10 };
            // The free place nearest to the point, looking below and above in turn.
            let free = |y: i32| {
                let apart = |&(from, to, line): &(i32, i32, i32)| {
                    (line - y).abs() >= APART || start > to || start + length < from
                };
                taken.iter().all(apart) && y < bottom - APART / 2
            };
            let places = (0..200).flat_map(|step| [at.1 - step * 4, at.1 + step * 4]);
            let y = places.into_iter().find(|y| free(*y)).unwrap_or(at.1);
            taken.push((start, start + length, y));
            let (x, to) = if is_left { (at.0 - 10, HPos::Right) } else { (at.0 + 10, HPos::Left) };
            plot.text((x, y), &dot.name, Colour::INK, to)?;
        }
        Ok(())
    })
}
