//! Pictures: boards, episodes and solutions as text, PNG, GIF and SVG, and charts as SVG and PNG.

mod boards;
pub mod chart;
mod surface;

pub use boards::*;
pub use surface::{Area, Canvas, Rgb, escaped, png};
