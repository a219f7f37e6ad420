//! A drawing as PNG.
//!
//! Letters are those of the pictures of boards, so no font need be installed.

use png::EncodingError;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, Shader, Stroke, StrokeDash, Transform,
};

use super::canvas::Canvas;
use super::colour::Rgb;
use super::font;
use super::png::png;
use super::scene::{Anchor, Ground, Letters, Mark, Paint, Pen, Point, Scene};
use super::theme::ink;

/// Pixels for one unit of the drawing.
const SCALE: f32 = 2.0;
/// The height of capitals for letters of size 1.
const CAPITALS: f64 = 0.72;
/// Units of a dash and of the gap behind it.
const DASH: [f32; 2] = [5.0, 4.0];

impl Scene {
    /// The drawing as a PNG, two pixels for each unit.
    pub fn png(&self) -> Result<Vec<u8>, EncodingError> {
        png(&self.painted().ok_or(EncodingError::LimitsExceeded)?)
    }

    /// The drawing as pixels; `None` if it is too large for that.
    fn painted(&self) -> Option<Canvas> {
        let size = |length: f64| ((length as f32 * SCALE).round() as u32).max(1);
        let mut painter = Painter { pixels: Pixmap::new(size(self.width), size(self.height))? };
        let ground = match self.ground {
            Ground::Paper => ink::PAPER,
            Ground::Card => Rgb::CARD,
        };
        painter.pixels.fill(shade(ground.into()));
        painter.marks(&self.marks, Transform::from_scale(SCALE, SCALE));
        // Every pixel is covered by the ground, so that no colour is mixed with nothing.
        let bytes =
            painter.pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        let (width, height) = (painter.pixels.width() as usize, painter.pixels.height() as usize);
        Some(Canvas::of_bytes(width, height, bytes.collect()))
    }
}

fn shade(Paint { colour: Rgb([red, green, blue]), opacity }: Paint) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, (255.0 * opacity.clamp(0.0, 1.0)).round() as u8)
}

fn ink_of(paint: Paint) -> tiny_skia::Paint<'static> {
    tiny_skia::Paint { shader: Shader::SolidColor(shade(paint)), ..tiny_skia::Paint::default() }
}

/// A path through points.
fn path_of(points: &[Point], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        if index == 0 { path.move_to(*x as f32, *y as f32) } else { path.line_to(*x as f32, *y as f32) }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

/// Rectangles as one path.
fn rectangles(of: impl IntoIterator<Item = (Point, (f64, f64))>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for ((x, y), (width, height)) in of {
        if let Some(area) = Rect::from_xywh(x as f32, y as f32, width as f32, height as f32) {
            path.push_rect(area);
        }
    }
    path.finish()
}

struct Painter {
    pixels: Pixmap,
}

impl Painter {
    fn marks(&mut self, marks: &[Mark], to: Transform) {
        marks.iter().for_each(|mark| self.mark(mark, to));
    }

    fn mark(&mut self, mark: &Mark, to: Transform) {
        match mark {
            Mark::Rectangle { corner, size, fill, line } => {
                let path = rectangles([(*corner, *size)]);
                if let Some(paint) = fill {
                    self.fill(path.clone(), *paint, to);
                }
                if let Some(colour) = line {
                    self.stroke(path, Pen::new(*colour, 1.0), LineCap::Butt, to);
                }
            }
            Mark::Squares { corners, side, fill } => {
                self.fill(rectangles(corners.iter().map(|corner| (*corner, (*side, *side)))), *fill, to);
            }
            Mark::Path { points, pen } => self.stroke(path_of(points, false), *pen, LineCap::Butt, to),
            Mark::Strokes { lines, pen } => {
                for line in lines {
                    self.stroke(path_of(line, false), *pen, LineCap::Square, to);
                }
            }
            Mark::Area { points, fill } => self.fill(path_of(points, true), *fill, to),
            Mark::Disc { at: (x, y), radius, fill } => {
                self.fill(PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32), *fill, to);
            }
            Mark::Ring { at: (x, y), radius, colour } => {
                let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
                self.stroke(circle, Pen::new(*colour, 1.0), LineCap::Butt, to);
            }
            Mark::Text { at, letters, text, tail } => {
                let width = self.text(*at, 0.0, letters, text, to);
                if let Some((other, text)) = tail {
                    self.text(*at, width + letters.gap(), other, text, to);
                }
            }
            Mark::Group { at: (x, y), marks } => self.marks(marks, to.pre_translate(*x as f32, *y as f32)),
            Mark::Shared(marks) => self.marks(marks, to),
        }
    }

    fn fill(&mut self, path: Option<Path>, paint: Paint, to: Transform) {
        if let Some(path) = path {
            self.pixels.fill_path(&path, &ink_of(paint), FillRule::Winding, to, None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, pen: Pen, line_cap: LineCap, to: Transform) {
        let dash = if pen.is_dashed { StrokeDash::new(DASH.to_vec(), 0.0) } else { None };
        let stroke = Stroke {
            width: pen.width as f32,
            line_cap,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        if let Some(path) = path {
            self.pixels.stroke_path(&path, &ink_of(pen.paint), &stroke, to, None);
        }
    }

    /// Writes a text that begins some units behind a point, and returns how long it is.
    fn text(&mut self, (x, y): Point, behind: f64, letters: &Letters, text: &str, to: Transform) -> f64 {
        // Whole pixels per dot, at whole pixels, keep the letters sharp.
        let high = f64::from(font::GLYPH_HEIGHT);
        let dot = (letters.size * CAPITALS / high * f64::from(SCALE)).round().max(1.0);
        let length = dot * f64::from(font::width(text)) / f64::from(SCALE);
        let shift = match letters.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => length / 2.0,
            Anchor::End => length,
        };
        let along = behind - shift;
        let (x, y) = if letters.is_turned { (x, y - along) } else { (x + along, y) };
        let mut origin = tiny_skia::Point::from_xy(x as f32, y as f32);
        to.map_point(&mut origin);
        let (x, y) = (origin.x.round(), origin.y.round());
        let place = if letters.is_turned {
            Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y)
        } else {
            Transform::from_translate(x, y)
        };
        let dots = text.chars().enumerate().flat_map(|(index, character)| {
            font::dots(character).map(move |(column, row)| {
                (f64::from(font::offset(index) + column) * dot, (f64::from(row) - high) * dot)
            })
        });
        self.fill(rectangles(dots.map(|corner| (corner, (dot, dot)))), letters.colour.into(), place);
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb([200, 30, 30]);
    const SIDE: f64 = 100.0;

    fn painted(draw: impl FnOnce(&mut Scene)) -> Canvas {
        let mut scene = Scene::new("", SIDE, SIDE);
        draw(&mut scene);
        scene.painted().unwrap()
    }

    fn share(canvas: &Canvas) -> f64 {
        let changed = canvas.bytes().chunks(3).filter(|pixel| *pixel != ink::PAPER.0).count();
        changed as f64 / (canvas.width() * canvas.height()) as f64
    }

    #[test]
    fn areas_and_discs_cover_as_much_as_they_should() {
        let triangle = vec![(0.0, 0.0), (SIDE, 0.0), (0.0, SIDE)];
        assert!((share(&painted(|scene| scene.area(triangle, RED))) - 0.5).abs() < 0.01);
        let disc = share(&painted(|scene| scene.disc((50.0, 50.0), 50.0, RED)));
        assert!((disc - std::f64::consts::PI / 4.0).abs() < 0.01);
        let squares = share(&painted(|scene| scene.squares(vec![(0.0, 0.0), (50.0, 50.0)], 50.0, RED)));
        assert_eq!(squares, 0.5);
    }

    #[test]
    fn turned_letters_are_the_same_letters_from_bottom_to_top() {
        let write = |letters| painted(|scene| scene.text((50.0, 50.0), letters, "L"));
        let level = Letters::new(10.0, Anchor::Middle, RED);
        let (level, turned) = (write(level), write(level.turned()));
        assert!(share(&level) > 0.0);
        assert!((share(&level) - share(&turned)).abs() < 1e-9);
    }

    #[test]
    fn dashes_leave_gaps() {
        let line = |pen| painted(|scene| scene.path([(0.0, 50.0), (SIDE, 50.0)], pen));
        let pen = Pen::new(RED, 1.0);
        let (whole, dashed) = (share(&line(pen)), share(&line(pen.dashed())));
        assert!(dashed < 0.8 * whole && dashed > 0.3 * whole, "{dashed} of {whole}");
    }

    #[test]
    fn parts_are_painted_where_they_are_placed_each_time() {
        let mut square = Scene::part();
        square.rectangle((0.0, 0.0), (10.0, 10.0), Paint::from(RED), None);
        let square = square.shared();
        let canvas = painted(|scene| {
            for x in [0.0, 40.0] {
                let mut part = Scene::part();
                part.repeat(&square);
                scene.place(part, (x, 20.0));
            }
        });
        let red = |x: usize, y: usize| canvas.pixel(x, y) == Some(RED);
        assert!(red(1, 41) && red(81, 41) && red(99, 59), "two pixels for each unit");
        assert!(!red(1, 39) && !red(21, 41) && !red(101, 41));
    }
}
