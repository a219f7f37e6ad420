//! What all charts share: paper, title, axes with ticks, and the legend.

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::theme::{Colour, FONT, text_width};

/// Why a chart could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chart cannot be drawn: {0}")]
pub struct ChartError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for ChartError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}

/// Size and title of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Stands above it and is what screen readers say.
    pub title: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// Pixels of letters.
const TITLE: f64 = 15.0;
const TEXT: f64 = 12.0;
/// Plotters writes letters smaller than it is told by this factor.
const SHRINK: f64 = 1.24;
const MARGIN: u32 = 14;
const SWATCH: i32 = 14;
const LINE: i32 = 19;

type Cartesian = Cartesian2d<RangedCoordf64, RangedCoordf64>;

/// A chart in the making: the area inside the axes.
pub(super) struct Plot<'a, 'b> {
    pub chart: ChartContext<'a, SVGBackend<'b>, Cartesian>,
    root: DrawingArea<SVGBackend<'b>, Shift>,
    x: Axis,
    y: Axis,
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
    Legend(&'a [(String, Colour)]),
    /// A text for each name, beside it.
    Texts(&'a [String]),
}

impl Aside<'_> {
    fn width(&self) -> u32 {
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| text_width(text, TEXT)).max().unwrap_or(0) + 2 * MARGIN
        };
        match self {
            Aside::Nothing => MARGIN,
            Aside::Legend(lines) => widest(&mut lines.iter().map(|(name, _)| name)) + SWATCH as u32,
            Aside::Texts(texts) => widest(&mut texts.iter()),
        }
    }
}

impl Frame {
    /// Draws paper, title, axes and what stands beside, and inside of them whatever `draw` does.
    pub(super) fn draw(
        &self,
        x: &Axis,
        upright: &Upright<'_>,
        aside: &Aside<'_>,
        draw: impl FnOnce(&mut Plot<'_, '_>) -> Result<(), ChartError>,
    ) -> Result<String, ChartError> {
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, (self.width, self.height)).into_drawing_area();
            root.fill(&RGBColor::from(Colour::PAPER))?;
            write(&root, (MARGIN as i32, 22), &self.title, Letters::title(HPos::Left))?;
            let (y, names) = match upright {
                Upright::Numbers(axis) => ((*axis).clone(), &[][..]),
                Upright::Names(names) => (Axis::linear("", -0.5, names.len().max(1) as f64 - 0.5), *names),
            };
            let ticks: Vec<(f64, String)> = match upright {
                Upright::Numbers(axis) => axis.ticks(),
                // The first name on top.
                Upright::Names(_) => {
                    names.iter().rev().enumerate().map(|(i, name)| (i as f64, name.clone())).collect()
                }
            };
            let widest = ticks.iter().map(|(_, text)| text_width(text, TEXT)).max().unwrap_or(0);
            let turned = if y.label().is_empty() { 0 } else { 22 };
            let right = MARGIN + aside.width();
            let chart = ChartBuilder::on(&root)
                .margin_left(MARGIN + turned + widest + 8)
                .margin_top(40)
                .margin_right(right)
                .margin_bottom(46)
                .build_cartesian_2d(x.ends(), y.ends())?;
            let mut plot = Plot { chart, root, x: x.clone(), y };
            plot.axes(&ticks, names.is_empty())?;
            plot.aside(aside)?;
            draw(&mut plot)?;
            plot.root.present()?;
        }
        Ok(labelled(&svg, &self.title))
    }
}

impl Plot<'_, '_> {
    /// The pixel of a value.
    pub fn pixel(&self, x: f64, y: f64) -> (i32, i32) {
        self.chart.backend_coord(&self.place(x, y))
    }

    /// Where a value lies inside the axes.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.place(x), self.y.place(y))
    }

    /// Writes beside a pixel.
    pub fn text(&self, at: (i32, i32), text: &str, colour: Colour, to: HPos) -> Result<(), ChartError> {
        write(
            &self.root,
            at,
            text,
            Letters { size: TEXT, colour, bold: false, anchor: Pos::new(to, VPos::Center) },
        )
    }

    fn axes(&mut self, upright: &[(f64, String)], with_grid: bool) -> Result<(), ChartError> {
        let grid = RGBColor::from(Colour::GRID).stroke_width(1);
        let (left, right, low, high) = {
            let (x, y) = (self.x.ends(), self.y.ends());
            (x.start, x.end, y.start, y.end)
        };
        let lowest = self.chart.backend_coord(&(left, low));
        for (value, text) in self.x.ticks() {
            let at = self.x.place(value);
            self.chart.draw_series([PathElement::new([(at, low), (at, high)], grid)])?;
            let pixel = self.chart.backend_coord(&(at, low));
            self.text((pixel.0, lowest.1 + 13), &text, Colour::MUTED, HPos::Center)?;
        }
        for (value, text) in upright {
            let at = self.y.place(*value);
            if with_grid {
                self.chart.draw_series([PathElement::new([(left, at), (right, at)], grid)])?;
            }
            let pixel = self.chart.backend_coord(&(left, at));
            let colour = if with_grid { Colour::MUTED } else { Colour::INK };
            self.text((lowest.0 - 8, pixel.1), text, colour, HPos::Right)?;
        }
        let ink = RGBColor::from(Colour::MUTED).stroke_width(1);
        self.chart.draw_series([PathElement::new([(left, high), (left, low), (right, low)], ink)])?;
        let middle = self.chart.backend_coord(&(f64::midpoint(left, right), low));
        self.text((middle.0, lowest.1 + 33), self.x.label(), Colour::INK, HPos::Center)?;
        if !self.y.label().is_empty() {
            let middle = self.chart.backend_coord(&(left, f64::midpoint(low, high)));
            let style = Letters {
                size: TEXT,
                colour: Colour::INK,
                bold: false,
                anchor: Pos::new(HPos::Center, VPos::Center),
            };
            let turned = style.style().transform(FontTransform::Rotate270);
            self.root.draw_text(self.y.label(), &turned, (MARGIN as i32 + 6, middle.1))?;
        }
        Ok(())
    }

    fn aside(&self, aside: &Aside<'_>) -> Result<(), ChartError> {
        let (x, y) = (self.x.ends(), self.y.ends());
        let (right, top) = self.chart.backend_coord(&(x.end, y.end));
        let x = right + MARGIN as i32;
        match aside {
            Aside::Nothing => {}
            Aside::Legend(lines) => {
                for (index, (name, colour)) in lines.iter().enumerate() {
                    let y = top + 10 + index as i32 * LINE;
                    let fill = RGBColor::from(*colour).filled();
                    self.root.draw(&Rectangle::new([(x, y - 4), (x + SWATCH, y + 4)], fill))?;
                    self.text((x + SWATCH + 7, y), name, Colour::INK, HPos::Left)?;
                }
            }
            Aside::Texts(texts) => {
                for (index, text) in texts.iter().rev().enumerate() {
                    let (_, y) = self.chart.backend_coord(&(y.start, index as f64));
                    self.text((right + 10, y), text, Colour::INK, HPos::Left)?;
                }
            }
        }
        Ok(())
    }
}

/// How a text is written.
struct Letters {
    size: f64,
    colour: Colour,
    bold: bool,
    anchor: Pos,
}

impl Letters {
    fn title(to: HPos) -> Self {
        Self { size: TITLE, colour: Colour::INK, bold: true, anchor: Pos::new(to, VPos::Center) }
    }

    fn style(&self) -> TextStyle<'static> {
        let style = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = (FONT, self.size * SHRINK, style).into_font();
        TextStyle { font, color: RGBColor::from(self.colour).to_backend_color(), pos: self.anchor }
    }
}

fn write(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    at: (i32, i32),
    text: &str,
    letters: Letters,
) -> Result<(), ChartError> {
    Ok(root.draw_text(text, &letters.style(), at)?)
}

/// The document with its title in words for those who cannot see it.
fn labelled(svg: &str, title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{title}\" "), 1)
}
