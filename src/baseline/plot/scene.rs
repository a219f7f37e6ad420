//! Marks on a white ground, as SVG and as pixels.

use std::fmt::Write;

use crate::picture::{Area, Canvas, Rgb, png};

/// Pixels of the PNG for one unit of the scene.
const SCALE: f64 = 2.0;
/// Finer pixels for each pixel, which are averaged so that slanted lines and circles are smooth.
const SMOOTH: usize = 2;
/// The height of capitals for a font size of 1, in both forms.
const CAPITALS: f64 = 0.72;
/// Dots of the pixel font: height of capitals, and from one letter to the next.
const DOTS_HIGH: f64 = 7.0;
const DOTS_WIDE: f64 = 6.0;

/// The colours of plots.
pub mod ink {
    use crate::picture::Rgb;

    /// Behind everything.
    pub const PAPER: Rgb = Rgb([0xFF, 0xFF, 0xFF]);
    /// Texts and frames.
    pub const BLACK: Rgb = Rgb([0x22, 0x26, 0x2E]);
    /// Texts in the background.
    pub const GREY: Rgb = Rgb([0x6A, 0x72, 0x80]);
    /// Lines of the grid.
    pub const GRID: Rgb = Rgb([0xE3, 0xE6, 0xEB]);
    /// Bars and boxes.
    pub const BLUE: Rgb = Rgb([0x4C, 0x7F, 0xC4]);
    /// The inside of boxes.
    pub const PALE: Rgb = Rgb([0xCF, 0xDE, 0xF3]);
    /// Medians.
    pub const ORANGE: Rgb = Rgb([0xE0, 0x7B, 0x1F]);
    /// The truth.
    pub const RED: Rgb = Rgb([0xD6, 0x2B, 0x2B]);
    /// What was reached.
    pub const GREEN: Rgb = Rgb([0x2F, 0x9E, 0x5B]);
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

#[derive(Clone, Debug)]
enum Mark {
    Rectangle { x: f64, y: f64, width: f64, height: f64, fill: Option<Rgb>, line: Option<Rgb> },
    Line { from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64 },
    Ring { x: f64, y: f64, radius: f64, colour: Rgb, filled: bool },
    Text { x: f64, y: f64, size: f64, anchor: Anchor, colour: Rgb, text: String },
}

/// A drawing; x grows to the right, y downwards.
#[derive(Clone, Debug)]
pub struct Scene {
    width: f64,
    height: f64,
    marks: Vec<Mark>,
}

impl Scene {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, marks: Vec::new() }
    }

    /// A rectangle, filled or framed or both.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), fill: Option<Rgb>, line: Option<Rgb>) {
        let ((x, y), (width, height)) = (corner, size);
        self.marks.push(Mark::Rectangle { x, y, width, height, fill, line });
    }

    /// A line of some width.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64) {
        self.marks.push(Mark::Line { from, to, colour, width });
    }

    /// A circle's line, or a disc.
    pub fn ring(&mut self, (x, y): (f64, f64), radius: f64, colour: Rgb, filled: bool) {
        self.marks.push(Mark::Ring { x, y, radius, colour, filled });
    }

    /// A text whose base line passes through the point.
    pub fn text(&mut self, (x, y): (f64, f64), size: f64, anchor: Anchor, colour: Rgb, text: &str) {
        self.marks.push(Mark::Text { x, y, size, anchor, colour, text: text.to_owned() });
    }

    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        let Self { width, height, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            ink::PAPER
        );
        for mark in &self.marks {
            mark.write_svg(&mut svg).expect("invariant: writing to a string succeeds");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The drawing as a PNG, two pixels for each unit.
    pub fn png(&self) -> Result<Vec<u8>, ::png::EncodingError> {
        let scale = SCALE * SMOOTH as f64;
        let size = |length: f64| (length * SCALE).round() as usize;
        let mut fine = Canvas::new(size(self.width) * SMOOTH, size(self.height) * SMOOTH, ink::PAPER);
        for mark in &self.marks {
            mark.paint(&mut fine, scale);
        }
        let mut canvas = Canvas::new(size(self.width), size(self.height), ink::PAPER);
        for y in 0..canvas.height() {
            for x in 0..canvas.width() {
                canvas.fill(Area::new(x as i32, y as i32, 1, 1), averaged(&fine, x * SMOOTH, y * SMOOTH));
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

impl Mark {
    fn write_svg(&self, svg: &mut String) -> std::fmt::Result {
        let colour = |colour: &Option<Rgb>| colour.map_or("none".to_owned(), |colour| colour.to_string());
        match self {
            Mark::Rectangle { x, y, width, height, fill, line } => writeln!(
                svg,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{}\" \
                 stroke=\"{}\"/>",
                colour(fill),
                colour(line)
            ),
            Mark::Line { from, to, colour, width } => writeln!(
                svg,
                "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{colour}\" \
                 stroke-width=\"{width}\"/>",
                from.0, from.1, to.0, to.1
            ),
            Mark::Ring { x, y, radius, colour, filled } => {
                let fill = if *filled { colour.to_string() } else { "none".to_owned() };
                writeln!(
                    svg,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{colour}\"/>"
                )
            }
            Mark::Text { x, y, size, anchor, colour, text } => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                writeln!(
                    svg,
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                     fill=\"{colour}\">{text}</text>"
                )
            }
        }
    }

    fn paint(&self, canvas: &mut Canvas, scale: f64) {
        let at = |length: f64| (length * scale).round() as i32;
        match self {
            Mark::Rectangle { x, y, width, height, fill, line } => {
                let area = Area::new(at(*x), at(*y), at(x + width) - at(*x), at(y + height) - at(*y));
                if let Some(colour) = fill {
                    canvas.fill(area, *colour);
                }
                if let Some(colour) = line {
                    canvas.frame(area, scale as i32, *colour);
                }
            }
            Mark::Line { from, to, colour, width } => {
                let thick = at(*width).max(1);
                let (across, down) = ((to.0 - from.0) * scale, (to.1 - from.1) * scale);
                let steps = across.abs().max(down.abs()).ceil().max(1.0);
                for step in 0..=steps as u32 {
                    let share = f64::from(step) / steps;
                    let (x, y) = (at(from.0 + share * across / scale), at(from.1 + share * down / scale));
                    canvas.fill(Area::new(x - thick / 2, y - thick / 2, thick, thick), *colour);
                }
            }
            Mark::Ring { x, y, radius, colour, filled } => {
                let (cx, cy, outer) = (x * scale, y * scale, radius * scale);
                let reach = outer.ceil() as i32 + 1;
                for dy in -reach..=reach {
                    for dx in -reach..=reach {
                        let distance = f64::from(dx * dx + dy * dy).sqrt();
                        if distance <= outer && (*filled || distance >= outer - scale) {
                            canvas.fill(Area::new(cx as i32 + dx, cy as i32 + dy, 1, 1), *colour);
                        }
                    }
                }
            }
            Mark::Text { x, y, size, anchor, colour, text } => {
                // Whole pixels a dot after averaging keep the letters sharp.
                let dot = (size * CAPITALS / DOTS_HIGH * SCALE).round().max(1.0) * SMOOTH as f64;
                let width = dot * (DOTS_WIDE * text.chars().count() as f64 - 1.0);
                let shift = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => width / 2.0,
                    Anchor::End => width,
                };
                let snapped = |length: f64| (length / SMOOTH as f64).round() as i32 * SMOOTH as i32;
                let (left, top) = (snapped(x * scale - shift), snapped(y * scale - dot * DOTS_HIGH));
                canvas.write(left, top, dot as i32, *colour, text);
            }
        }
    }
}
