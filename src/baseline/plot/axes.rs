//! The frame of a plot: title, axes with round numbers, and where numbers lie.

use super::scene::{Anchor, Scene, ink};

/// The drawing and the frame in it.
const SIZE: (f64, f64) = (760.0, 460.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = 58.0;

/// What is written around a plot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels<'a> {
    pub title: &'a str,
    pub note: &'a str,
    pub x: &'a str,
    pub y: &'a str,
}

/// A drawing with axes on which numbers can be placed.
#[derive(Debug)]
pub(super) struct Axes {
    pub scene: Scene,
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    /// Draws the frame for these ranges, which are widened if they are empty.
    pub fn new(labels: Labels<'_>, x: (f64, f64), y: (f64, f64)) -> Self {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        let mut axes = Self { scene: Scene::new(SIZE.0, SIZE.1), x: wide(x), y: wide(y) };
        axes.scene.text((LEFT, 28.0), 17.0, Anchor::Start, ink::BLACK, labels.title);
        axes.scene.text((LEFT, 48.0), 12.0, Anchor::Start, ink::GREY, labels.note);
        axes.scene.text((LEFT - 44.0, 66.0), 12.0, Anchor::Start, ink::BLACK, labels.y);
        let middle = (LEFT + SIZE.0 - RIGHT) / 2.0;
        axes.scene.text((middle, SIZE.1 - 16.0), 12.0, Anchor::Middle, ink::BLACK, labels.x);
        for tick in ticks(axes.y) {
            let y = axes.at_y(tick);
            axes.scene.line((LEFT, y), (SIZE.0 - RIGHT, y), ink::GRID, 1.0);
            axes.scene.text((LEFT - 8.0, y + 4.0), 12.0, Anchor::End, ink::BLACK, &written(tick));
        }
        for tick in ticks(axes.x) {
            let x = axes.at_x(tick);
            axes.scene.line((x, SIZE.1 - BOTTOM), (x, SIZE.1 - BOTTOM + 5.0), ink::BLACK, 1.0);
            axes.scene.text((x, SIZE.1 - BOTTOM + 20.0), 12.0, Anchor::Middle, ink::BLACK, &written(tick));
        }
        axes
    }

    /// Draws the frame over what was placed, and hands over the drawing.
    pub fn finished(mut self) -> Scene {
        let size = (SIZE.0 - LEFT - RIGHT, SIZE.1 - TOP - BOTTOM);
        self.scene.rectangle((LEFT, TOP), size, None, Some(ink::BLACK));
        self.scene
    }

    /// Where a number lies from left to right.
    pub fn at_x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.0) / (self.x.1 - self.x.0) * (SIZE.0 - LEFT - RIGHT)
    }

    /// Where a number lies from top to bottom; what is beyond the frame lies at its edge.
    pub fn at_y(&self, value: f64) -> f64 {
        let share = ((value - self.y.0) / (self.y.1 - self.y.0)).clamp(0.0, 1.0);
        SIZE.1 - BOTTOM - share * (SIZE.1 - TOP - BOTTOM)
    }

    /// The width of one unit of x.
    pub fn unit(&self) -> f64 {
        self.at_x(1.0) - self.at_x(0.0)
    }
}

/// Round numbers within a range: about eight, in steps of 1, 2 or 5 times a power of ten.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 8.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil();
    (0..=((high / step).floor() - first).max(0.0) as u32)
        .map(|index| (first + f64::from(index)) * step)
        .collect()
}

fn written(value: f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks((0.0, 20.0)), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks((0.0, 4100.0)).last(), Some(&4000.0));
        assert_eq!(ticks((-3.0, 3.5)), [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks((0.2, 0.8)).len(), 7);
    }
}
