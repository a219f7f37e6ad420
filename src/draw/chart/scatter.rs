//! Points: few with names, or clouds of many.

use super::axis::Axis;
use super::frame::{Aside, Frame, Upright};
use super::legend::Legend;
use crate::draw::surface::{Anchor, Paint, Pen, Rgb, Scene, ink, series_colour, text_width};

/// One point.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// What stands beside it.
    pub name: String,
    /// Its colour.
    pub colour: Rgb,
    /// Its place.
    pub at: (f64, f64),
    /// Ends of the upright interval around it.
    pub interval: (f64, f64),
}

/// Names nearer than this would lie on each other.
const APART: f64 = 14.0;

/// The points with upright intervals and their names beside them.
pub fn scatter_chart(frame: &Frame, x: &Axis, y: &Axis, dots: &[Dot]) -> Scene {
    frame.draw(x, &Upright::Numbers(y), &Aside::Nothing, |plot| {
        for dot in dots {
            let (low, high) = (plot.at(dot.at.0, dot.interval.0), plot.at(dot.at.0, dot.interval.1));
            plot.line(low, high, Pen::new(Paint::thin(dot.colour, 0.5), 2.0));
            plot.scene.disc(plot.at(dot.at.0, dot.at.1), 5.0, dot.colour);
        }
        let (right, bottom) = plot.corner();
        let mut taken: Vec<(f64, f64, f64)> = Vec::new();
        for dot in dots {
            let at = plot.at(dot.at.0, dot.at.1);
            let length = text_width(&dot.name, 12.5);
            let is_left = at.0 + 10.0 + length > right;
            let start = if is_left { at.0 - 10.0 - length } else { at.0 + 10.0 };
            // The free place nearest to the point, looking above and below in turn.
            let free = |y: f64| {
                let apart = |&(from, to, line): &(f64, f64, f64)| {
                    (line - y).abs() >= APART || start > to || start + length < from
                };
                taken.iter().all(apart) && y < bottom - APART / 2.0
            };
            let places =
                (0..200).flat_map(|step| [at.1 - f64::from(step) * 4.0, at.1 + f64::from(step) * 4.0]);
            let y = places.into_iter().find(|y| free(*y)).unwrap_or(at.1);
            taken.push((start, start + length, y));
            let (x, anchor) = if is_left { (at.0 - 10.0, Anchor::End) } else { (at.0 + 10.0, Anchor::Start) };
            plot.text((x, y), &dot.name, ink::TEXT, anchor);
        }
    })
}

/// Points of one colour, whole numbers with estimates of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloud<'a> {
    /// Its name in the legend.
    pub name: &'a str,
    /// The points, the whole number first.
    pub points: &'a [(f64, f64)],
}

/// Whole numbers against estimates of them on equal axes, with the diagonal on which good ones lie.
///
/// Points of the same whole number are spread sideways, each cloud on its own side.
pub fn agreement_chart(frame: &Frame, labels: (&str, &str), clouds: &[Cloud<'_>]) -> Scene {
    let numbers = clouds.iter().flat_map(|cloud| cloud.points).flat_map(|(x, y)| [*x, *y]);
    let most = numbers.filter(|number| number.is_finite()).fold(1.0, f64::max).ceil() + 1.0;
    let (x, y) = (Axis::linear(labels.0, 0.0, most), Axis::linear(labels.1, 0.0, most));
    let names = clouds.iter().enumerate();
    let legend = Legend(names.map(|(index, cloud)| (cloud.name.to_owned(), series_colour(index))).collect());
    frame.draw(&x, &Upright::Numbers(&y), &Aside::Legend(&legend), |plot| {
        plot.line(plot.at(0.0, 0.0), plot.at(most, most), Pen::new(ink::MUTED, 1.0).dashed());
        let share = 0.8 / clouds.len() as f64;
        for (index, cloud) in clouds.iter().enumerate() {
            for (count, (exact, estimate)) in cloud.points.iter().enumerate() {
                // Golden-ratio steps: even, and the same in every drawing.
                let spread = (count as f64 * 0.618_034).fract() * share;
                let x = exact + index as f64 * share - 0.4 + spread;
                plot.scene.disc(plot.at(x, *estimate), 1.7, Paint::thin(series_colour(index), 0.35));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_name_is_drawn() {
        let points: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i % 5), f64::from(i) / 3.0)).collect();
        let clouds = [Cloud { name: "head", points: &points }, Cloud { name: "value", points: &points[..7] }];
        let svg = agreement_chart(&Frame::new("", 640.0, 480.0), ("exact", "learned"), &clouds).svg();
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        let circles = parsed.descendants().filter(|node| node.has_tag_name("circle")).count();
        assert_eq!(circles, 20 + 7);
        assert!(svg.contains(">value<") && svg.contains(">learned<"));
    }
}
