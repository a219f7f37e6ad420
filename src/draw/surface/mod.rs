//! What all pictures are drawn on: a raster of pixels for boards in motion, and for everything that stands still a
//! [`Scene`] of plain marks, which [`Scene::svg`] writes and [`Scene::png`] paints.

mod canvas;
mod colour;
pub(super) mod font;
mod markup;
mod pixels;
mod png;
mod scene;
mod svg;
mod theme;

pub use canvas::{Area, Canvas};
pub use colour::Rgb;
pub use markup::escaped;
pub use png::png;
pub use scene::{Anchor, Letters, Paint, Pen, Point, Scene, SharedMarks};
pub use theme::{dark_style, ink, series_colour};

pub(super) use theme::text_width;
