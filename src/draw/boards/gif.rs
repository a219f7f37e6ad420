//! Animated GIF: one palette for all pictures, and of each picture only the part that changed.

use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::film::{Centiseconds, Film};
use crate::draw::surface::{Canvas, Rgb};

/// Why an animation cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum GifError {
    /// The format's sizes are 16 bits wide.
    #[error("a GIF of {width} x {height} pixels is too big: 65535 in each direction are the most")]
    TooBig {
        /// Columns of pixels.
        width: usize,
        /// Rows of pixels.
        height: usize,
    },
    /// The encoder refused.
    #[error("the GIF cannot be encoded")]
    Encoding(#[from] EncodingError),
}

/// The film as the bytes of a GIF that repeats for ever.
pub fn gif(film: &Film<'_>) -> Result<Vec<u8>, GifError> {
    let mut palette = Palette::default();
    let (mut frames, mut size) = (Vec::new(), (0, 0));
    let mut previous: Option<Canvas> = None;
    film.play(|canvas, delay| {
        size = side(canvas.width())
            .zip(side(canvas.height()))
            .ok_or(GifError::TooBig { width: canvas.width(), height: canvas.height() })?;
        frames.push(changed_part(&canvas, previous.as_ref(), delay, &mut palette));
        previous = Some(canvas);
        Ok::<_, GifError>(())
    })?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, size.0, size.1, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    for frame in &frames {
        encoder.write_frame(frame)?;
    }
    drop(encoder);
    Ok(bytes)
}

fn side(pixels: usize) -> Option<u16> {
    u16::try_from(pixels).ok()
}

/// The smallest rectangle that holds every pixel that differs; one pixel if none does, to keep the time.
fn changed_part(
    canvas: &Canvas,
    previous: Option<&Canvas>,
    delay: Centiseconds,
    palette: &mut Palette,
) -> Frame<'static> {
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for y in 0..canvas.height() {
        for x in 0..canvas.width() {
            if previous.is_none_or(|previous| previous.pixel(x, y) != canvas.pixel(x, y)) {
                (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
            }
        }
    }
    if left == usize::MAX {
        (left, top, right, bottom) = (0, 0, 1, 1);
    }
    let cells = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    // Pixels that stay are see-through: long runs of one number compress well.
    let mut number = |(x, y)| match (canvas.pixel(x, y), previous.and_then(|previous| previous.pixel(x, y))) {
        (Some(colour), before) if before != Some(colour) => palette.index(colour),
        _ => TRANSPARENT,
    };
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        transparent: Some(TRANSPARENT),
        buffer: cells.map(&mut number).collect::<Vec<u8>>().into(),
        ..Frame::default()
    }
}

/// The number of no colour.
const TRANSPARENT: u8 = 0;

/// The colours used so far, numbered from 1 in the order of their first use.
#[derive(Debug, Default)]
struct Palette {
    colours: Vec<Rgb>,
    numbers: BTreeMap<Rgb, u8>,
}

impl Palette {
    /// The number of a colour; once 255 are in use, that of the nearest one.
    fn index(&mut self, colour: Rgb) -> u8 {
        if let Some(&number) = self.numbers.get(&colour) {
            return number;
        }
        let number = match u8::try_from(self.colours.len() + 1) {
            Ok(number) => {
                self.colours.push(colour);
                number
            }
            Err(_) => self.nearest(colour),
        };
        self.numbers.insert(colour, number);
        number
    }

    fn nearest(&self, colour: Rgb) -> u8 {
        let distance = |other: &Rgb| -> u32 {
            colour.0.iter().zip(other.0).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let best = self.colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
        best.map_or(TRANSPARENT, |(index, _)| index as u8 + 1)
    }

    fn bytes(&self) -> Vec<u8> {
        std::iter::once(&Rgb::CARD).chain(&self.colours).flat_map(|colour| colour.0).collect()
    }
}
