//! Plain marks: what charts and sheets of boards are made of, written as SVG or painted as PNG.

use std::sync::Arc;

use super::colour::Rgb;

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

    /// How far behind its end another text begins.
    pub(super) fn gap(self) -> f64 {
        0.55 * self.size
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
    Squares { corners: Vec<Point>, side: f64, fill: Paint },
    Path { points: Vec<Point>, pen: Pen },
    Strokes { lines: Vec<[Point; 2]>, pen: Pen },
    Area { points: Vec<Point>, fill: Paint },
    Disc { at: Point, radius: f64, fill: Paint },
    Ring { at: Point, radius: f64, colour: Rgb },
    Text { at: Point, letters: Letters, text: String, tail: Option<(Letters, String)> },
    Group { at: Point, marks: Vec<Mark> },
    Shared(Arc<[Mark]>),
}

/// What lies behind a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// The paper of charts.
    Paper,
    /// The dark card of boards, with letters of one width.
    Card,
}

/// A drawing.
///
/// ```
/// use tetreach::draw::Rgb;
/// use tetreach::draw::chart::Scene;
///
/// let mut scene = Scene::new("a dot", 20.0, 10.0);
/// scene.disc((10.0, 5.0), 4.0, Rgb([200, 30, 30]));
/// assert!(scene.svg().contains("<circle cx=\"10.0\" cy=\"5.0\" r=\"4\" fill=\"#c81e1e\"/>"));
/// assert!(scene.png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    /// What screen readers say.
    pub(super) title: String,
    pub(super) ground: Ground,
    pub(super) marks: Vec<Mark>,
}

/// Marks that are drawn more than once and written once.
#[derive(Clone, Debug)]
pub struct SharedMarks(Arc<[Mark]>);

impl Scene {
    /// An empty drawing with a title for those who cannot see it.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { width, height, title: title.to_owned(), ground: Ground::Paper, marks: Vec::new() }
    }

    /// An empty drawing on the dark card of boards.
    pub fn on_card(title: &str, width: f64, height: f64) -> Self {
        Self { ground: Ground::Card, ..Self::new(title, width, height) }
    }

    /// An empty drawing to be placed onto others.
    pub fn part() -> Self {
        Self::new("", 0.0, 0.0)
    }

    /// The marks, to be drawn in several places.
    pub fn shared(self) -> SharedMarks {
        SharedMarks(self.marks.into())
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

    /// Squares of one size and colour, given by their left top corners.
    pub fn squares(&mut self, corners: Vec<Point>, side: f64, fill: impl Into<Paint>) {
        if !corners.is_empty() {
            self.marks.push(Mark::Squares { corners, side, fill: fill.into() });
        }
    }

    /// A line through points.
    pub fn path(&mut self, points: impl Into<Vec<Point>>, pen: Pen) {
        self.marks.push(Mark::Path { points: points.into(), pen });
    }

    /// Lines from point to point, each by itself.
    pub fn strokes(&mut self, lines: Vec<[Point; 2]>, pen: Pen) {
        if !lines.is_empty() {
            self.marks.push(Mark::Strokes { lines, pen });
        }
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
        self.marks.push(Mark::Text { at, letters, text: text.to_owned(), tail: None });
    }

    /// A text and, a little behind its end, another in other letters.
    pub fn text_with_tail(&mut self, at: Point, letters: Letters, text: &str, tail: (Letters, &str)) {
        let tail = Some((tail.0, tail.1.to_owned()));
        self.marks.push(Mark::Text { at, letters, text: text.to_owned(), tail });
    }

    /// Puts another drawing onto this one, with its left top corner at a point.
    pub fn place(&mut self, other: Scene, at: Point) {
        self.marks.push(Mark::Group { at, marks: other.marks });
    }

    /// Draws marks where they were made; they may be drawn again elsewhere.
    pub fn repeat(&mut self, marks: &SharedMarks) {
        self.marks.push(Mark::Shared(Arc::clone(&marks.0)));
    }
}
