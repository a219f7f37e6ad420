//! The kinds of plots that the thesis has: histograms of samples, guesses against the truth, final boards.

mod boards;
mod boxes;
mod histogram;

pub use boards::{Captioned, board_sheet};
pub use boxes::box_plot;
pub use histogram::histogram_plot;

use tetreach::draw::chart::Frame;

/// All plots have the same size.
fn frame(title: &str, note: String) -> Frame {
    Frame::new(title, 760.0, 460.0).note(note)
}
