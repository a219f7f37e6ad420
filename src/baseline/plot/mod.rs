//! Plots as SVG and PNG: a scene of plain marks, drawn twice.
//!
//! The few kinds of plots of the thesis need rectangles, lines and texts; a plotting library would bring font engines
//! along and still need a font, where the pictures of boards have one of their own.

mod axes;
mod boards;
mod boxes;
mod histogram;
mod scene;

pub use boards::{Captioned, board_sheet};
pub use boxes::box_plot;
pub use histogram::histogram_plot;
pub use scene::{Anchor, Scene, ink};
