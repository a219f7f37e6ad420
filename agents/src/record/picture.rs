//! A picture for TensorBoard.

use thiserror::Error;

/// RGB pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// Pixels that do not make a picture of the given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a picture of {width}x{height} RGB pixels has three bytes a pixel and at least one, not {bytes} bytes"
)]
pub struct PictureError {
    width: u32,
    height: u32,
    bytes: usize,
}

impl Picture {
    /// A picture of these pixels.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Result<Self, PictureError> {
        let wanted = u128::from(width) * u128::from(height) * 3;
        // TensorBoard keeps both dimensions as signed 32-bit numbers.
        let is_sound = wanted > 0 && wanted == pixels.len() as u128 && width.max(height) <= i32::MAX as u32;
        if is_sound {
            Ok(Picture { width, height, pixels })
        } else {
            Err(PictureError { width, height, bytes: pixels.len() })
        }
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The picture as a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_must_fit_the_size() {
        assert!(Picture::new(2, 3, vec![0; 18]).is_ok());
        for (width, height, bytes) in [(2, 3, 17), (0, 3, 0), (u32::MAX, u32::MAX, 3)] {
            assert!(Picture::new(width, height, vec![0; bytes]).is_err(), "{width}x{height}");
        }
    }

    #[test]
    fn the_png_has_the_size_and_the_pixels() {
        let pixels: Vec<u8> = (0..18).collect();
        let bytes = Picture::new(2, 3, pixels.clone()).unwrap().to_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height, read), (2, 3, pixels));
    }
}
