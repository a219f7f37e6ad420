//! Lines with bands: curves that go from point to point, and profiles that go in steps.

use plotters::prelude::*;

use super::axis::Axis;
use super::frame::{Aside, ChartError, Frame, Upright};
use super::theme::Colour;

/// How a line goes from one point to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Straight.
    Straight,
    /// Level until the next point, then up or down: what shares of runs do.
    Steps,
}

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the legend says.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
    /// The range around each point, or nothing.
    pub band: Vec<(f64, f64)>,
}

/// The lines over each other, the first one on top, each with its band behind it.
pub fn line_chart(
    frame: &Frame,
    x: &Axis,
    y: &Axis,
    stroke: Stroke,
    lines: &[Line],
) -> Result<String, ChartError> {
    let legend: Vec<(String, Colour)> = lines.iter().map(|line| (line.name.clone(), line.colour)).collect();
    frame.draw(x, &Upright::Numbers(y), &Aside::Legend(&legend), |plot| {
        for line in lines.iter().rev() {
            let edge = |of: fn(&(f64, f64)) -> f64| -> Vec<(f64, f64)> {
                line.points.iter().zip(&line.band).map(|((x, _), band)| (*x, of(band))).collect()
            };
            let upper = stroked(&edge(|band| band.1), stroke);
            let lower = stroked(&edge(|band| band.0), stroke);
            let around = upper.into_iter().chain(lower.into_iter().rev());
            let around: Vec<(f64, f64)> = around.map(|(x, y)| plot.place(x, y)).collect();
            if around.len() > 2 {
                let colour = RGBColor::from(line.colour).mix(0.14);
                plot.chart.draw_series([Polygon::new(around, colour.filled())])?;
            }
        }
        for line in lines.iter().rev() {
            let points: Vec<(f64, f64)> =
                stroked(&line.points, stroke).into_iter().map(|(x, y)| plot.place(x, y)).collect();
            let colour = RGBColor::from(line.colour).stroke_width(2);
            plot.chart.draw_series([PathElement::new(points, colour)])?;
        }
        Ok(())
    })
}

fn stroked(points: &[(f64, f64)], stroke: Stroke) -> Vec<(f64, f64)> {
    match stroke {
        Stroke::Straight => points.to_vec(),
        Stroke::Steps => {
            let corners = points.windows(2).flat_map(|pair| [pair[0], (pair[1].0, pair[0].1)]);
            corners.chain(points.last().copied()).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_corners() {
        let points = [(0.0, 1.0), (1.0, 0.5), (2.0, 0.0)];
        let corners = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.5), (2.0, 0.5), (2.0, 0.0)];
        assert_eq!(stroked(&points, Stroke::Steps), corners);
        assert_eq!(stroked(&[], Stroke::Steps), []);
    }
}
