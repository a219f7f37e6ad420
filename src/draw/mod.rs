//! Pictures: boards, episodes and solutions as text, PNG, GIF and SVG, and charts as SVG.

mod boards;
pub mod chart;

pub use boards::*;
