//! Which colour is what.

use super::frame::{MARGIN, TEXT, write};
use crate::draw::surface::{Anchor, Point, Rgb, Scene, ink, text_width};

/// Names with their colours, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend(pub Vec<(String, Rgb)>);

const SWATCH: f64 = 14.0;
const LINE: f64 = 19.0;

impl Legend {
    /// How much room it takes from left to right.
    pub(super) fn width(&self) -> f64 {
        self.0.iter().map(|(name, _)| text_width(name, TEXT)).fold(0.0, f64::max) + SWATCH + MARGIN
    }

    /// How much room it takes from top to bottom.
    pub(super) fn height(&self) -> f64 {
        LINE * self.0.len() as f64
    }

    /// Draws it, the middle of its first line at a point.
    pub(super) fn draw(&self, scene: &mut Scene, (left, top): Point) {
        for (index, (name, colour)) in self.0.iter().enumerate() {
            let y = top + LINE * index as f64;
            scene.rectangle((left, y - 4.0), (SWATCH, 8.0), Some((*colour).into()), None);
            write(scene, (left + SWATCH + 7.0, y), name, ink::TEXT, Anchor::Start);
        }
    }
}
