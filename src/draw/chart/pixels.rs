//! A drawing as PNG.
//!
//! Letters are those of the pictures of boards, so no font need be installed.

use super::scene::{Anchor, Letters, Mark, Paint, Pen, Point, Scene};
use super::theme::ink;
use crate::draw::{Area, Canvas, Rgb, png};

/// Pixels for one unit of the drawing.
const SCALE: f64 = 2.0;
/// Finer pixels for each pixel, which are averaged so that slanted lines and circles are smooth.
const SMOOTH: usize = 2;
/// The height of capitals for letters of size 1.
const CAPITALS: f64 = 0.72;
/// Dots of the pixel font: height of capitals, height with what goes below the line, and width of a letter.
const DOTS_HIGH: i32 = 7;
const DOTS_DEEP: i32 = 9;
const DOTS_WIDE: i32 = 6;
/// Units of a dash and of a dash with the gap behind it.
const DASH: (f64, f64) = (5.0, 9.0);

impl Scene {
    /// The drawing as a PNG, two pixels for each unit.
    pub fn png(&self) -> Result<Vec<u8>, ::png::EncodingError> {
        let size = |length: f64| (length * SCALE).round() as usize;
        let (width, height) = (size(self.width), size(self.height));
        let mut brush = Brush { canvas: Canvas::new(width * SMOOTH, height * SMOOTH, ink::PAPER) };
        for mark in &self.marks {
            brush.paint(mark);
        }
        let mut canvas = Canvas::new(width, height, ink::PAPER);
        for y in 0..height {
            for x in 0..width {
                let colour = averaged(&brush.canvas, x * SMOOTH, y * SMOOTH);
                canvas.fill(Area::new(x as i32, y as i32, 1, 1), colour);
            }
        }
        png(&canvas)
    }
}

fn averaged(fine: &Canvas, left: usize, top: usize) -> Rgb {
    let mut sums = [0_usize; 3];
    for index in 0..SMOOTH * SMOOTH {
        let Rgb(pixel) = fine.pixel(left + index % SMOOTH, top + index / SMOOTH).unwrap_or(ink::PAPER);
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += usize::from(value);
        }
    }
    Rgb(sums.map(|sum| (sum / (SMOOTH * SMOOTH)) as u8))
}

/// Fine pixels for one unit of the drawing.
const FINE: f64 = SCALE * SMOOTH as f64;

fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

/// The canvas of fine pixels.
struct Brush {
    canvas: Canvas,
}

impl Brush {
    fn paint(&mut self, mark: &Mark) {
        match mark {
            Mark::Rectangle { corner: (x, y), size: (width, height), fill, line } => {
                let (left, top) = (fine(*x), fine(*y));
                let area = Area::new(left, top, fine(x + width) - left, fine(y + height) - top);
                if let Some(paint) = fill {
                    self.fill(area, *paint);
                }
                if let Some(colour) = line {
                    self.canvas.frame(area, FINE as i32, *colour);
                }
            }
            Mark::Path { points, pen } => self.path(points, *pen),
            Mark::Area { points, fill } => self.area(points, *fill),
            Mark::Disc { at, radius, fill } => self.round(*at, *radius, 0.0, *fill),
            Mark::Ring { at, radius, colour } => self.round(*at, *radius, radius - 1.0, (*colour).into()),
            Mark::Text { at, letters, text } => self.text(*at, letters, text),
        }
    }

    fn fill(&mut self, area: Area, Paint { colour, opacity }: Paint) {
        if opacity < 1.0 {
            self.canvas.tint(area, colour, (256.0 * opacity.max(0.0)) as u16);
        } else {
            self.canvas.fill(area, colour);
        }
    }

    /// Squares side by side; they overlap, so the colour is mixed with the paper beforehand.
    fn path(&mut self, points: &[Point], pen: Pen) {
        let colour = ink::PAPER.mixed(pen.paint.colour, (256.0 * pen.paint.opacity.clamp(0.0, 1.0)) as u16);
        let thick = fine(pen.width).max(1);
        let mut gone = 0.0;
        for pair in points.windows(2) {
            let (across, down) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let steps = (across.abs().max(down.abs()) * FINE).ceil().max(1.0);
            let length = across.hypot(down);
            for step in 0..=steps as u32 {
                let share = f64::from(step) / steps;
                if pen.is_dashed && (gone + share * length) % DASH.1 > DASH.0 {
                    continue;
                }
                let (x, y) = (fine(pair[0].0 + share * across), fine(pair[0].1 + share * down));
                self.canvas.fill(Area::new(x - thick / 2, y - thick / 2, thick, thick), colour);
            }
            gone += length;
        }
    }

    /// Row by row between the edges that cross the row, by the even-odd rule.
    fn area(&mut self, points: &[Point], fill: Paint) {
        let (low, high) =
            points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p.1), h.max(p.1)));
        if points.len() < 3 {
            return;
        }
        for row in fine(low)..fine(high) {
            let y = (f64::from(row) + 0.5) / FINE;
            let edges = points.iter().zip(points.iter().cycle().skip(1));
            let mut crossings: Vec<f64> = edges
                .filter(|(from, to)| (from.1 <= y) != (to.1 <= y))
                .map(|(from, to)| from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let left = fine(pair[0]);
                self.fill(Area::new(left, row, fine(pair[1]) - left, 1), fill);
            }
        }
    }

    fn round(&mut self, (x, y): Point, radius: f64, hole: f64, paint: Paint) {
        let (outer, inner) = (radius * FINE, hole * FINE);
        let reach = outer.ceil() as i32 + 1;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let distance = f64::from(dx * dx + dy * dy).sqrt();
                if distance <= outer && distance >= inner {
                    self.fill(Area::new((x * FINE) as i32 + dx, (y * FINE) as i32 + dy, 1, 1), paint);
                }
            }
        }
    }

    fn text(&mut self, (x, y): Point, letters: &Letters, text: &str) {
        // Whole pixels a dot after averaging keep the letters sharp.
        let smooth = SMOOTH as i32;
        let dot = (letters.size * CAPITALS / f64::from(DOTS_HIGH) * SCALE).round().max(1.0) as i32 * smooth;
        let width = dot * (DOTS_WIDE * text.chars().count() as i32 - 1);
        let shift = match letters.anchor {
            Anchor::Start => 0,
            Anchor::Middle => width / 2,
            Anchor::End => width,
        };
        let snapped = |at: i32| at.div_euclid(smooth) * smooth;
        if !letters.is_turned {
            let (left, top) = (snapped(fine(x) - shift), snapped(fine(y) - dot * DOTS_HIGH));
            return self.canvas.write(left, top, dot, letters.colour, text);
        }
        let (left, bottom) = (snapped(fine(x) - dot * DOTS_HIGH), snapped(fine(y) + shift));
        let mut level = Canvas::new(width.max(0) as usize, (dot * DOTS_DEEP) as usize, ink::PAPER);
        level.write(0, 0, dot, letters.colour, text);
        for row in 0..level.height() {
            for column in 0..level.width() {
                if level.pixel(column, row) == Some(letters.colour) {
                    let at = Area::new(left + row as i32, bottom - 1 - column as i32, 1, 1);
                    self.canvas.fill(at, letters.colour);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb([200, 30, 30]);

    fn painted(mark: Mark) -> Canvas {
        let side = 20 * FINE as usize;
        let mut brush = Brush { canvas: Canvas::new(side, side, ink::PAPER) };
        brush.paint(&mark);
        brush.canvas
    }

    fn share(canvas: &Canvas) -> f64 {
        let changed = canvas.bytes().chunks(3).filter(|pixel| *pixel != ink::PAPER.0).count();
        changed as f64 / (canvas.width() * canvas.height()) as f64
    }

    #[test]
    fn areas_and_discs_cover_as_much_as_they_should() {
        let triangle = vec![(0.0, 0.0), (20.0, 0.0), (0.0, 20.0)];
        assert!((share(&painted(Mark::Area { points: triangle, fill: RED.into() })) - 0.5).abs() < 0.01);
        let disc = Mark::Disc { at: (10.0, 10.0), radius: 10.0, fill: RED.into() };
        assert!((share(&painted(disc)) - std::f64::consts::PI / 4.0).abs() < 0.01);
    }

    #[test]
    fn turned_letters_are_the_same_letters_from_bottom_to_top() {
        let text = |letters| Mark::Text { at: (10.0, 10.0), letters, text: "L".into() };
        let level = Letters::new(10.0, Anchor::Middle, RED);
        let (level, turned) = (painted(text(level)), painted(text(level.turned())));
        assert!(share(&level) > 0.0);
        assert!((share(&level) - share(&turned)).abs() < 1e-9);
    }

    #[test]
    fn dashes_leave_gaps() {
        let line = |pen| painted(Mark::Path { points: vec![(0.0, 10.0), (20.0, 10.0)], pen });
        let pen = Pen::new(RED, 1.0);
        let (whole, dashed) = (share(&line(pen)), share(&line(pen.dashed())));
        assert!(dashed < 0.8 * whole && dashed > 0.3 * whole, "{dashed} of {whole}");
    }
}
