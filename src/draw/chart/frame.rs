//! What all charts share: title, axes with ticks, and what stands beside them.

use super::axis::Axis;
use super::legend::Legend;
use crate::draw::surface::{Anchor, Letters, Pen, Point, Rgb, Scene, ink, text_width};

/// Size and title of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    title: String,
    note: String,
    width: f64,
    height: f64,
}

/// Sizes of letters.
const TITLE: f64 = 15.0;
pub(super) const TEXT: f64 = 12.0;
/// From the middle of a text down to its base line, for letters of size 1.
const BASE: f64 = 0.36;
pub(super) const MARGIN: f64 = 14.0;

/// A chart in the making: the area inside the axes.
pub(super) struct Plot {
    pub scene: Scene,
    x: Axis,
    y: Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// What labels the axis that goes up: numbers, or one name for each whole number from 0.
pub(super) enum Upright<'a> {
    Numbers(&'a Axis),
    Names(&'a [String]),
}

/// What stands to the right of the axes.
pub(super) enum Aside<'a> {
    Nothing,
    /// Names of lines with their colours.
    Legend(&'a Legend),
    /// A text for each name, beside it.
    Texts(&'a [String]),
}

impl Aside<'_> {
    fn width(&self) -> f64 {
        match self {
            Aside::Nothing => MARGIN,
            Aside::Legend(legend) => legend.width() + MARGIN,
            Aside::Texts(texts) => {
                texts.iter().map(|text| text_width(text, TEXT)).fold(0.0, f64::max) + 2.0 * MARGIN
            }
        }
    }
}

impl Frame {
    /// A chart of this title and size.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { title: title.to_owned(), note: String::new(), width, height }
    }

    /// The same with a line of explanation below the title.
    pub fn note(self, note: String) -> Self {
        Self { note, ..self }
    }

    /// Draws title, axes and what stands beside, and inside of them whatever `draw` does.
    pub(super) fn draw(
        &self,
        x: &Axis,
        upright: &Upright<'_>,
        aside: &Aside<'_>,
        draw: impl FnOnce(&mut Plot),
    ) -> Scene {
        let mut scene = Scene::new(&self.title, self.width, self.height);
        let title = Letters::new(TITLE, Anchor::Start, ink::TEXT).bold();
        scene.text((MARGIN, 22.0 + TITLE * BASE), title, &self.title);
        let note = Letters::new(TEXT, Anchor::Start, ink::MUTED);
        scene.text((MARGIN, 42.0 + TEXT * BASE), note, &self.note);
        let (y, ticks): (Axis, Vec<(f64, String)>) = match upright {
            Upright::Numbers(axis) => ((*axis).clone(), axis.ticks()),
            // The first name on top.
            Upright::Names(names) => (
                Axis::linear("", -0.5, names.len().max(1) as f64 - 0.5),
                names.iter().rev().enumerate().map(|(i, name)| (i as f64, name.clone())).collect(),
            ),
        };
        let widest = ticks.iter().map(|(_, text)| text_width(text, TEXT)).fold(0.0, f64::max);
        let turned = if y.label().is_empty() { 0.0 } else { 22.0 };
        let mut plot = Plot {
            scene,
            x: x.clone(),
            y,
            left: MARGIN + turned + widest + 8.0,
            right: self.width - MARGIN - aside.width(),
            top: if self.note.is_empty() { 40.0 } else { 60.0 },
            bottom: self.height - 46.0,
        };
        plot.axes(&ticks, matches!(upright, Upright::Numbers(_)));
        plot.aside(aside);
        draw(&mut plot);
        plot.scene
    }
}

impl Plot {
    /// Where a value lies in the drawing.
    pub fn at(&self, x: f64, y: f64) -> Point {
        let share = |axis: &Axis, value: f64| {
            let ends = axis.ends();
            (axis.place(value) - ends.start) / (ends.end - ends.start)
        };
        (
            self.left + share(&self.x, x) * (self.right - self.left),
            self.bottom - share(&self.y, y) * (self.bottom - self.top),
        )
    }

    /// The right lower end of the axes.
    pub fn corner(&self) -> Point {
        (self.right, self.bottom)
    }

    /// A line inside the axes.
    pub fn line(&mut self, from: Point, to: Point, pen: Pen) {
        self.scene.path([from, to], pen);
    }

    /// A rectangle between two corners.
    pub fn block(&mut self, from: Point, to: Point, fill: impl Into<super::Paint>, line: Option<Rgb>) {
        let corner = (from.0.min(to.0), from.1.min(to.1));
        let size = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.scene.rectangle(corner, size, Some(fill.into()), line);
    }

    /// Writes with the middle of the line at a point.
    pub fn text(&mut self, at: Point, text: &str, colour: Rgb, anchor: Anchor) {
        write(&mut self.scene, at, text, colour, anchor);
    }

    fn axes(&mut self, upright: &[(f64, String)], with_grid: bool) {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        let grid = Pen::new(ink::GRID, 1.0);
        for (value, text) in self.x.ticks() {
            let (x, _) = self.at(value, 0.0);
            self.line((x, top), (x, bottom), grid);
            self.text((x, bottom + 13.0), &text, ink::MUTED, Anchor::Middle);
        }
        for (value, text) in upright {
            let (_, y) = self.at(0.0, *value);
            if with_grid {
                self.line((left, y), (right, y), grid);
            }
            let colour = if with_grid { ink::MUTED } else { ink::TEXT };
            self.text((left - 8.0, y), text, colour, Anchor::End);
        }
        self.scene.path([(left, top), (left, bottom), (right, bottom)], Pen::new(ink::MUTED, 1.0));
        let label = self.x.label().to_owned();
        self.text((f64::midpoint(left, right), bottom + 33.0), &label, ink::TEXT, Anchor::Middle);
        let turned = Letters::new(TEXT, Anchor::Middle, ink::TEXT).turned();
        let beside = (MARGIN + 6.0 + TEXT * BASE, f64::midpoint(top, bottom));
        self.scene.text(beside, turned, self.y.label());
    }

    fn aside(&mut self, aside: &Aside<'_>) {
        match aside {
            Aside::Nothing => {}
            Aside::Legend(legend) => legend.draw(&mut self.scene, (self.right + MARGIN, self.top + 10.0)),
            Aside::Texts(texts) => {
                for (index, text) in texts.iter().rev().enumerate() {
                    let (_, y) = self.at(0.0, index as f64);
                    self.text((self.right + 10.0, y), text, ink::TEXT, Anchor::Start);
                }
            }
        }
    }
}

/// Writes with the middle of the line at a point.
pub(super) fn write(scene: &mut Scene, (x, y): Point, text: &str, colour: Rgb, anchor: Anchor) {
    scene.text((x, y + TEXT * BASE), Letters::new(TEXT, anchor, colour), text);
}
