//! Boards as PNG images: one pixel a cell, or square blocks of pixels; dark is filled, light or transparent empty.
//!
//! The crate `png` alone is used: it knows every colour type and bit depth of PNG and limits what it allocates;
//! the larger `image` would decode PNG with the same crate.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Limits, Transformations};

use crate::game::{Board, Size, SizeError, SizeRule};

/// The first bytes of every PNG file.
pub const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Most pixels on a side, so that a forged header cannot make us allocate gigabytes.
const MOST_PIXELS: u32 = 4096;
/// Most bytes that the decoder may allocate for itself.
const MOST_BYTES: usize = 16 << 20;
/// Most pixels on a side of a cell that we write.
pub const MOST_SCALE: u32 = 128;

/// Why an image is not a board.
#[derive(Debug, thiserror::Error)]
pub enum BitmapError {
    /// Not a PNG, or a broken one.
    #[error("the PNG is damaged: {}", damage(.0))]
    Damaged(#[from] DecodingError),
    /// Larger than any sensible board.
    #[error("the PNG has {width}x{height} pixels, expected at most {MOST_PIXELS} on a side")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The pixels across are no multiple of the columns.
    #[error("the PNG is {width} pixels wide, expected {columns} or a multiple of it (one block a cell)")]
    WrongWidth {
        /// Pixels across.
        width: u32,
        /// Columns of the board.
        columns: u8,
    },
    /// The pixels down do not make whole rows.
    #[error(
        "the PNG is {height} pixels high, expected a multiple of {scale}: its cells are {scale} pixels wide"
    )]
    WrongHeight {
        /// Pixels down.
        height: u32,
        /// Pixels of a cell.
        scale: u32,
    },
    /// More rows than the board has.
    #[error("the PNG shows {rows} rows, expected at most {most}")]
    TooManyRows {
        /// Rows in the image.
        rows: u32,
        /// Rows of the board.
        most: u8,
    },
    /// A cell that is partly dark and partly light.
    #[error(
        "the cell in column {column} of row {row} (from the top) is partly dark and partly light: \
         expected blocks of {scale}x{scale} pixels of one kind"
    )]
    MixedCell {
        /// Column, counted from 1.
        column: u32,
        /// Row, counted from 1 at the top of the image.
        row: u32,
        /// Pixels of a cell.
        scale: u32,
    },
    /// The image gives a width that no board has.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// What the decoder says, without its inner state.
fn damage(error: &DecodingError) -> String {
    let said = error.to_string();
    said.split(" while decoding").next().unwrap_or(&said).to_owned()
}

/// Reads a board from a PNG; with [`SizeRule::WidthOfText`] every pixel is a cell.
pub fn board_from_png(bytes: &[u8], rule: impl Into<SizeRule>) -> Result<Board, BitmapError> {
    let image = Pixels::decode(bytes)?;
    let size = match rule.into() {
        SizeRule::Given(size) => size,
        SizeRule::WidthOfText { height } => Size::new(image.width as usize, usize::from(height))?,
    };
    let columns = u32::from(size.width());
    if image.width == 0 || !image.width.is_multiple_of(columns) {
        return Err(BitmapError::WrongWidth { width: image.width, columns: size.width() });
    }
    let scale = image.width / columns;
    if image.height == 0 || !image.height.is_multiple_of(scale) {
        return Err(BitmapError::WrongHeight { height: image.height, scale });
    }
    let rows = image.height / scale;
    if rows > u32::from(size.height()) {
        return Err(BitmapError::TooManyRows { rows, most: size.height() });
    }
    let mut bottom_up = Vec::new();
    for row in (0..rows).rev() {
        let mut cells = 0_u16;
        for column in 0..columns {
            cells |= u16::from(image.cell(row, column, scale)?) << column;
        }
        bottom_up.push(cells);
    }
    Ok(Board::from_rows(size, bottom_up))
}

/// Writes the whole board, free rows above included, as a black-and-white PNG with `scale` pixels per cell.
pub fn board_to_png(board: &Board, scale: u32) -> Result<Vec<u8>, EncodingError> {
    let scale = scale.clamp(1, MOST_SCALE);
    let (width, height) = (u32::from(board.width()) * scale, u32::from(board.height()) * scale);
    // One bit a pixel, rows padded to whole bytes; 1 is white.
    let mut pixels = Vec::new();
    for row in (0..usize::from(board.height())).rev() {
        let mut line = vec![0_u8; width.div_ceil(8) as usize];
        for x in 0..width {
            if !board.is_filled(row, (x / scale) as usize) {
                line[(x / 8) as usize] |= 0x80 >> (x % 8);
            }
        }
        pixels.extend(line.repeat(scale as usize));
    }
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// A decoded image as dark and light pixels, top row first.
struct Pixels {
    width: u32,
    height: u32,
    dark: Vec<bool>,
}

impl Pixels {
    fn decode(bytes: &[u8]) -> Result<Self, BitmapError> {
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
        decoder.set_transformations(Transformations::normalize_to_color8());
        let header = decoder.read_header_info()?;
        let (width, height) = (header.width, header.height);
        if width > MOST_PIXELS || height > MOST_PIXELS {
            return Err(BitmapError::TooLarge { width, height });
        }
        let mut reader = decoder.read_info()?;
        let too_large = BitmapError::TooLarge { width, height };
        let mut samples = vec![0; reader.output_buffer_size().ok_or(too_large)?];
        let frame = reader.next_frame(&mut samples)?;
        // Reading on to the end finds files that were cut off after the image.
        reader.finish()?;
        let channels = frame.color_type.samples();
        let dark = samples[..frame.buffer_size()].chunks_exact(channels).map(is_dark).collect();
        Ok(Self { width: frame.width, height: frame.height, dark })
    }

    /// Whether the cell is filled, if its pixels agree.
    fn cell(&self, row: u32, column: u32, scale: u32) -> Result<bool, BitmapError> {
        let at = |x: u32, y: u32| self.dark[(y * self.width + x) as usize];
        let (left, top) = (column * scale, row * scale);
        let first = at(left, top);
        for y in top..top + scale {
            for x in left..left + scale {
                if at(x, y) != first {
                    return Err(BitmapError::MixedCell { column: column + 1, row: row + 1, scale });
                }
            }
        }
        Ok(first)
    }
}

/// Whether a pixel is darker than 128 on white paper; brightness by the weights of ITU-R BT.601.
fn is_dark(samples: &[u8]) -> bool {
    let value = |index: usize| u32::from(samples[index]);
    let (brightness, alpha) = match samples.len() {
        1 => (value(0), 255),
        2 => (value(0), value(1)),
        3 => ((299 * value(0) + 587 * value(1) + 114 * value(2)) / 1000, 255),
        _ => ((299 * value(0) + 587 * value(1) + 114 * value(2)) / 1000, value(3)),
    };
    (brightness * alpha + 255 * (255 - alpha)) / 255 < 128
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encode(width: u32, height: u32, color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == ColorType::Indexed {
            encoder.set_palette(vec![255, 255, 255, 200, 0, 0, 0, 0, 0]);
            encoder.set_trns(vec![255, 255, 0]);
        }
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        bytes
    }

    fn says(bytes: &[u8]) -> String {
        board_from_png(bytes, Size::STANDARD).unwrap_err().to_string()
    }

    #[test]
    fn every_colour_type_reads_alike() {
        let wanted: Board = "#.#.......".parse().unwrap();
        let gray = [0, 128, 127, 255, 255, 255, 255, 255, 255, 255];
        let deep: Vec<u8> = gray.iter().flat_map(|value| [*value, 0]).collect();
        // Dark but transparent pixels are empty.
        let gray_alpha: Vec<u8> =
            gray.iter().flat_map(|value| if *value < 128 { [0, 255] } else { [0, 0] }).collect();
        let rgb: Vec<u8> =
            gray.iter().flat_map(|value| if *value < 128 { [255, 0, 0] } else { [0, 255, 0] }).collect();
        let rgba: Vec<u8> =
            gray.iter().flat_map(|value| if *value < 128 { [9, 9, 9, 255] } else { [0, 0, 0, 1] }).collect();
        // Palette: 0 white, 1 dark red, 2 transparent black.
        let palette = [1, 0, 1, 2, 2, 2, 0, 0, 0, 0];
        use {BitDepth::*, ColorType::*};
        for (color, depth, data) in [
            (Grayscale, Eight, gray.to_vec()),
            (Grayscale, Sixteen, deep),
            (Grayscale, One, vec![0b0101_1111, 0b1100_0000]),
            (GrayscaleAlpha, Eight, gray_alpha),
            (Rgb, Eight, rgb),
            (Rgba, Eight, rgba),
            (Indexed, Eight, palette.to_vec()),
        ] {
            let bytes = encode(10, 1, color, depth, &data);
            assert_eq!(board_from_png(&bytes, Size::STANDARD).unwrap(), wanted, "{color:?} {depth:?}");
        }
    }

    #[test]
    fn other_boards_take_their_width_from_the_image_when_asked() {
        let board = Board::from_rows(Size::new(6, 5).unwrap(), [1, 2, 3]);
        let bytes = board_to_png(&board, 1).unwrap();
        assert_eq!(board_from_png(&bytes, SizeRule::WidthOfText { height: 5 }).unwrap(), board);
    }

    #[test]
    fn says_what_was_expected() {
        let light = |width: u32, height: u32| {
            let data = vec![255; (width * height) as usize];
            encode(width, height, ColorType::Grayscale, BitDepth::Eight, &data)
        };
        assert_eq!(
            says(&light(12, 20)),
            "the PNG is 12 pixels wide, expected 10 or a multiple of it (one block a cell)"
        );
        assert_eq!(
            says(&light(30, 20)),
            "the PNG is 20 pixels high, expected a multiple of 3: its cells are 3 pixels wide"
        );
        assert_eq!(says(&light(10, 21)), "the PNG shows 21 rows, expected at most 20");
        let mut mixed = vec![255; 20 * 40];
        mixed[20 * 3 + 5] = 0;
        let mixed = encode(20, 40, ColorType::Grayscale, BitDepth::Eight, &mixed);
        assert_eq!(
            says(&mixed),
            "the cell in column 3 of row 2 (from the top) is partly dark and partly light: \
             expected blocks of 2x2 pixels of one kind"
        );
    }

    #[test]
    fn damaged_files_and_huge_headers_are_refused() {
        let good = board_to_png(&"##........".parse().unwrap(), 3).unwrap();
        for length in 0..good.len() {
            assert!(says(&good[..length]).starts_with("the PNG is damaged"), "cut after {length} bytes");
        }
        let mut changed = good.clone();
        changed[good.len() - 20] ^= 1;
        let sentence = says(&changed);
        assert!(sentence.starts_with("the PNG is damaged") && !sentence.contains('{'), "{sentence}");
        let mut huge = good.clone();
        huge[16..24].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF]);
        let checksum = crc(&huge[12..29]);
        huge[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert!(says(&huge).starts_with("the PNG has 2147483647x2147483647 pixels"), "{}", says(&huge));
    }

    /// The checksum of a PNG chunk.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8)
                .fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
        })
    }

    proptest! {
        #[test]
        fn written_boards_read_back(rows in prop::collection::vec(0_u16..1024, 0..20), scale in 1_u32..9) {
            let board = Board::from_rows(Size::STANDARD, rows);
            let bytes = board_to_png(&board, scale).unwrap();
            prop_assert_eq!(board_from_png(&bytes, Size::STANDARD).unwrap(), board);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), signed in any::<bool>()) {
            let mut file = if signed { PNG_SIGNATURE.to_vec() } else { Vec::new() };
            file.extend(bytes);
            prop_assert!(board_from_png(&file, Size::STANDARD).is_err());
        }

        #[test]
        fn no_damage_panics(
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            fix_header in any::<bool>(),
        ) {
            let mut file = board_to_png(&"##..##.#..".parse().unwrap(), 2).unwrap();
            for (index, byte) in damage {
                let at = index.index(file.len());
                file[at] = byte;
            }
            if fix_header {
                let checksum = crc(&file[12..29]);
                file[29..33].copy_from_slice(&checksum.to_be_bytes());
            }
            let _ = board_from_png(&file, Size::STANDARD);
        }
    }
}
