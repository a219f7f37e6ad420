//! Charts as SVG and PNG: lines with bands, profiles, bars with intervals, points, boxes and histograms.
//!
//! A chart is a [`Scene`] of plain marks; [`Scene::svg`] writes it and [`Scene::png`] paints it, with the letters of
//! the pictures of boards. It has the colours of a light page. Page furniture (texts, grid, paper) has colours that
//! nothing else has, so a page that shows the SVG inline may restyle it for the dark: [`dark_style`] is that style
//! sheet.

mod axis;
mod bars;
mod boxes;
mod columns;
mod frame;
mod legend;
mod lines;
mod panels;
mod scatter;
mod spreads;

pub use axis::{Axis, Scale};
pub use bars::{Bar, bar_chart};
pub use boxes::{BoxSummary, box_chart};
pub use columns::column_chart;
pub use frame::Frame;
pub use legend::Legend;
pub use lines::{Line, Stroke, line_chart};
pub use panels::panels;
pub use scatter::{Cloud, Dot, agreement_chart, scatter_chart};
pub use spreads::{Spread, spread_chart};

pub use super::surface::{Anchor, Letters, Paint, Pen, Point, Scene, dark_style, ink, series_colour};
