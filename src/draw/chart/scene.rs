//! Plain marks on paper: what all charts are made of, written as SVG or painted as PNG.

use crate::draw::Rgb;

/// A place in units of the drawing; x grows to the right, y downwards.
pub type Point = (f64, f64);

/// A colour and how much of what lies behind it shines through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// The colour.
    pub colour: Rgb,
    /// 1 covers, 0 is not there.
    pub opacity: f64,
}

impl Paint {
    /// A colour through which the paper shines.
    pub fn thin(colour: Rgb, opacity: f64) -> Self {
        Self { colour, opacity }
    }
}

impl From<Rgb> for Paint {
    fn from(colour: Rgb) -> Self {
        Self { colour, opacity: 1.0 }
    }
}

/// How lines are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// The colour; one that is not opaque is mixed with the paper.
    pub paint: Paint,
    /// How thick.
    pub width: f64,
    /// Whether the line has gaps.
    pub is_dashed: bool,
}

impl Pen {
    /// A line without gaps.
    pub fn new(paint: impl Into<Paint>, width: f64) -> Self {
        Self { paint: paint.into(), width, is_dashed: false }
    }

    /// The same line with gaps.
    pub fn dashed(self) -> Self {
        Self { is_dashed: true, ..self }
    }
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

/// How texts are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letters {
    /// Height of a line.
    pub size: f64,
    /// The colour.
    pub colour: Rgb,
    /// Which part stands at the point.
    pub anchor: Anchor,
    /// Whether they are bold.
    pub is_bold: bool,
    /// Whether they go upwards.
    pub is_turned: bool,
}

impl Letters {
    /// Plain level letters.
    pub fn new(size: f64, anchor: Anchor, colour: Rgb) -> Self {
        Self { size, colour, anchor, is_bold: false, is_turned: false }
    }

    /// The same in bold.
    pub fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    /// The same from bottom to top.
    pub fn turned(self) -> Self {
        Self { is_turned: true, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Rectangle { corner: Point, size: (f64, f64), fill: Option<Paint>, line: Option<Rgb> },
    Path { points: Vec<Point>, pen: Pen },
    Area { points: Vec<Point>, fill: Paint },
    Disc { at: Point, radius: f64, fill: Paint },
    Ring { at: Point, radius: f64, colour: Rgb },
    Text { at: Point, letters: Letters, text: String },
}

impl Mark {
    fn moved(mut self, by: Point) -> Self {
        let shift = |point: &mut Point| *point = (point.0 + by.0, point.1 + by.1);
        match &mut self {
            Mark::Rectangle { corner: at, .. }
            | Mark::Disc { at, .. }
            | Mark::Ring { at, .. }
            | Mark::Text { at, .. } => shift(at),
            Mark::Path { points, .. } | Mark::Area { points, .. } => points.iter_mut().for_each(shift),
        }
        self
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    /// What screen readers say.
    pub(super) title: String,
    pub(super) marks: Vec<Mark>,
}

impl Scene {
    /// An empty drawing with a title for those who cannot see it.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { width, height, title: title.to_owned(), marks: Vec::new() }
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// A rectangle, filled or framed or both.
    pub fn rectangle(
        &mut self,
        corner: Point,
        size: (f64, f64),
        fill: impl Into<Option<Paint>>,
        line: Option<Rgb>,
    ) {
        self.marks.push(Mark::Rectangle { corner, size, fill: fill.into(), line });
    }

    /// A line through points.
    pub fn path(&mut self, points: impl Into<Vec<Point>>, pen: Pen) {
        self.marks.push(Mark::Path { points: points.into(), pen });
    }

    /// The inside of a polygon.
    pub fn area(&mut self, points: Vec<Point>, fill: impl Into<Paint>) {
        self.marks.push(Mark::Area { points, fill: fill.into() });
    }

    /// The inside of a circle.
    pub fn disc(&mut self, at: Point, radius: f64, fill: impl Into<Paint>) {
        self.marks.push(Mark::Disc { at, radius, fill: fill.into() });
    }

    /// The line of a circle.
    pub fn ring(&mut self, at: Point, radius: f64, colour: Rgb) {
        self.marks.push(Mark::Ring { at, radius, colour });
    }

    /// A text whose base line passes through the point.
    pub fn text(&mut self, at: Point, letters: Letters, text: &str) {
        self.marks.push(Mark::Text { at, letters, text: text.to_owned() });
    }

    /// Puts another drawing onto this one, with its left top corner at a point.
    pub fn place(&mut self, other: Scene, at: Point) {
        self.marks.extend(other.marks.into_iter().map(|mark| mark.moved(at)));
    }
}
