//! PNG of one canvas.

use png::{BitDepth, ColorType, Encoder, EncodingError};

use super::canvas::Canvas;

/// The canvas as the bytes of a PNG.
pub fn png(canvas: &Canvas) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, canvas.width() as u32, canvas.height() as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header()?.write_image_data(canvas.bytes())?;
    Ok(bytes)
}
