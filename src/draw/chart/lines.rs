//! Lines with bands: curves that go from point to point, and profiles that go in steps.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use super::legend::Legend;
use crate::draw::surface::{Paint, Pen, Point, Rgb, Scene};

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
    /// What the legend says; nothing if empty.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// Its points from left to right.
    pub points: Vec<(f64, f64)>,
    /// The range around each point, or nothing.
    pub band: Vec<(f64, f64)>,
}

/// The lines over each other, the first one on top, each with its band behind it.
pub fn line_chart(frame: &Frame, x: &Axis, y: &Axis, stroke: Stroke, lines: &[Line]) -> Scene {
    let named = lines.iter().filter(|line| !line.name.is_empty());
    let legend = Legend(named.map(|line| (line.name.clone(), line.colour)).collect());
    let aside = if legend.0.is_empty() { Aside::Nothing } else { Aside::Legend(&legend) };
    frame.draw(x, &Upright::Numbers(y), &aside, |plot| {
        let placed = |points: &[(f64, f64)], plot: &super::frame::Plot| -> Vec<Point> {
            stroked(points, stroke).into_iter().map(|(x, y)| plot.at(x, y)).collect()
        };
        for line in lines.iter().rev() {
            let edge = |of: fn(&(f64, f64)) -> f64| -> Vec<(f64, f64)> {
                line.points.iter().zip(&line.band).map(|((x, _), band)| (*x, of(band))).collect()
            };
            let mut around = placed(&edge(|band| band.1), plot);
            around.extend(placed(&edge(|band| band.0), plot).into_iter().rev());
            if around.len() > 2 {
                plot.scene.area(around, Paint::thin(line.colour, 0.14));
            }
        }
        for line in lines.iter().rev() {
            let points = placed(&line.points, plot);
            if let [only] = points[..] {
                plot.scene.disc(only, 3.0, line.colour);
            }
            plot.scene.path(points, Pen::new(line.colour, 2.0));
        }
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
