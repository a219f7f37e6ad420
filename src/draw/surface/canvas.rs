//! A raster of RGB pixels with the few strokes that the pictures need.

use super::colour::Rgb;
use super::font;

/// A picture of RGB pixels, row by row from the top left; strokes outside of it are cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
}

impl Area {
    /// The rectangle with its left top corner at (x, y).
    pub fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    /// The rectangle with all edges moved inwards.
    pub fn shrunk(self, by: i32) -> Self {
        Self::new(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)
    }
}

impl Canvas {
    /// A picture of one colour.
    pub fn new(width: usize, height: usize, colour: Rgb) -> Self {
        Self { width, height, pixels: colour.0.repeat(width * height) }
    }

    /// A picture of bytes as [`Canvas::bytes`] has them.
    pub(super) fn of_bytes(width: usize, height: usize, pixels: Vec<u8>) -> Self {
        assert_eq!(pixels.len(), 3 * width * height, "three bytes for each pixel");
        Self { width, height, pixels }
    }

    /// Columns of pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixels as `[height, width, 3]` bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixels as `[height, width, 3]` bytes, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.pixels
    }

    /// The colour at (x, y), if that lies within.
    pub fn pixel(&self, x: usize, y: usize) -> Option<Rgb> {
        let inside = x < self.width && y < self.height;
        inside.then(|| self.at(x, y))
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, area: Area, colour: Rgb) {
        self.change(area, |_| colour);
    }

    /// Moves the colours of a rectangle towards one colour: 0 leaves them, 256 replaces them.
    pub fn tint(&mut self, area: Area, colour: Rgb, share: u16) {
        self.change(area, |old| old.mixed(colour, share));
    }

    /// Draws the four sides of a rectangle, inwards from its edges.
    pub fn frame(&mut self, area: Area, thickness: i32, colour: Rgb) {
        let Area { x, y, width, height } = area;
        self.fill(Area::new(x, y, width, thickness), colour);
        self.fill(Area::new(x, y + height - thickness, width, thickness), colour);
        self.fill(Area::new(x, y, thickness, height), colour);
        self.fill(Area::new(x + width - thickness, y, thickness, height), colour);
    }

    /// Writes a line of text with its left top corner at (x, y); one dot of the font is `scale` pixels.
    pub fn write(&mut self, x: i32, y: i32, scale: i32, colour: Rgb, text: &str) {
        for (index, character) in text.chars().enumerate() {
            for (column, row) in font::dots(character) {
                let left = x + (font::offset(index) + column) * scale;
                self.fill(Area::new(left, y + row * scale, scale, scale), colour);
            }
        }
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        let first = 3 * (y * self.width + x);
        Rgb([self.pixels[first], self.pixels[first + 1], self.pixels[first + 2]])
    }

    fn change(&mut self, area: Area, new: impl Fn(Rgb) -> Rgb) {
        let clipped = |from: i32, length: i32, end: usize| {
            let limit = |v: i32| usize::try_from(v).unwrap_or(0).min(end);
            limit(from)..limit(from + length)
        };
        for y in clipped(area.y, area.height, self.height) {
            for x in clipped(area.x, area.width, self.width) {
                let first = 3 * (y * self.width + x);
                let colour = new(self.at(x, y));
                self.pixels[first..first + 3].copy_from_slice(&colour.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = Rgb([255, 0, 0]);

    fn count(canvas: &Canvas, colour: Rgb) -> usize {
        canvas.bytes().chunks(3).filter(|pixel| *pixel == colour.0).count()
    }

    #[test]
    fn strokes_are_cut_off_at_the_edges() {
        let mut canvas = Canvas::new(4, 3, Rgb::CARD);
        canvas.fill(Area::new(-2, -2, 3, 4), RED);
        canvas.fill(Area::new(3, 2, 10, 10), RED);
        canvas.fill(Area::new(9, 9, 2, 2), RED);
        canvas.fill(Area::new(1, 1, -5, 1), RED);
        assert_eq!(count(&canvas, RED), 2 + 1);
        assert_eq!(canvas.pixel(0, 1), Some(RED));
        assert_eq!(canvas.pixel(3, 2), Some(RED));
        assert_eq!(canvas.pixel(4, 2), None);
    }

    #[test]
    fn frames_and_texts_cover_the_pixels_they_should() {
        let mut canvas = Canvas::new(10, 8, Rgb::CARD);
        canvas.frame(Area::new(1, 1, 8, 6), 1, RED);
        assert_eq!(count(&canvas, RED), 2 * 8 + 2 * 4);
        let mut canvas = Canvas::new(12, 14, Rgb::CARD);
        canvas.write(0, 0, 2, RED, "I");
        assert_eq!(count(&canvas, RED), font::dots('I').count() * 4);
    }
}
