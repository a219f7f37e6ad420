//! Convolutions of 3x3 by Winograd's minimal filtering F(2x2, 3x3): 16 products in place of 36 per tile of four cells.
//!
//! Every tile of 2x2 outputs is computed from 4x4 inputs that overlap with those of its neighbours. Inputs and kernels
//! are transformed into 16 positions; per position one matrix product joins all tiles and channels; the outputs are
//! transformed back (Lavin and Gray 2016, "Fast Algorithms for Convolutional Neural Networks").

use std::array::from_fn;

use super::lanes::{LANES, Lanes, lanes, multiply_add, padded};
use super::network::EngineError;
use super::weights::Tensors;

/// Positions of a transformed tile.
const POSITIONS: usize = 16;

/// A convolution of 3x3 from and to equally many channels, padded with zeros to whole vectors.
#[derive(Debug)]
pub struct Winograd {
    /// `[positions, inputs, outputs]`.
    kernel: Vec<f32>,
    bias: Vec<f32>,
    channels: usize,
}

/// Room for the transformed tiles of one convolution.
#[derive(Debug, Default)]
pub struct Tiles {
    /// `[positions, tiles, channels]`.
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

/// A picture with a border of zeros: `[rows, columns, channels]`, where cell (0, 0) lies at row 1 and column 1.
#[derive(Clone, Debug)]
pub struct Bordered {
    /// The numbers.
    pub numbers: Vec<f32>,
    /// Columns, the border included.
    pub columns: usize,
    /// Numbers per cell.
    pub channels: usize,
}

impl Bordered {
    /// Zeros around `height x width` cells; odd sizes get a second border, so that whole tiles fit.
    pub fn new(height: usize, width: usize, channels: usize) -> Self {
        let (rows, columns) = (height.next_multiple_of(2) + 2, width.next_multiple_of(2) + 2);
        Self { numbers: vec![0.0; rows * columns * channels], columns, channels }
    }

    /// Whether it was made for this size.
    pub fn fits(&self, height: usize, width: usize, channels: usize) -> bool {
        let (rows, columns) = (height.next_multiple_of(2) + 2, width.next_multiple_of(2) + 2);
        self.columns == columns
            && self.channels == channels
            && self.numbers.len() == rows * columns * channels
    }

    /// Where a cell's numbers begin.
    #[inline(always)]
    pub fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * self.columns + column + 1) * self.channels
    }

    /// Copies rows of an equal picture.
    pub fn copy_rows(&mut self, from: &Bordered, rows: std::ops::Range<usize>) {
        if rows.is_empty() {
            return;
        }
        let line = self.columns * self.channels;
        let range = (rows.start + 1) * line..(rows.end + 1) * line;
        self.numbers[range.clone()].copy_from_slice(&from.numbers[range]);
    }
}

impl Winograd {
    /// Takes the layer `name` from a file.
    pub fn take(tensors: &mut Tensors, name: &str, channels: usize) -> Result<Self, EngineError> {
        let weight = tensors.take(&format!("{name}.weight"), &[channels, channels, 3, 3])?;
        let mut bias = tensors.take(&format!("{name}.bias"), &[channels])?;
        let width = padded(channels);
        let mut kernel = vec![0.0; POSITIONS * width * width];
        for output in 0..channels {
            for input in 0..channels {
                let taps: [f32; 9] = from_fn(|tap| weight[(output * channels + input) * 9 + tap]);
                for (position, number) in transformed_kernel(&taps).into_iter().enumerate() {
                    kernel[(position * width + input) * width + output] = number;
                }
            }
        }
        bias.resize(width, 0.0);
        Ok(Self { kernel, bias, channels: width })
    }

    /// Computes the lowest `rows` rows of `height x width` cells and hands each cell's outputs, sixteen channels at a
    /// time, to `write(row, column, first channel, numbers)`.
    #[inline(always)]
    pub fn forward<const TOGETHER: usize, const BLOCKS: usize, const FUSED: bool>(
        &self,
        input: &Bordered,
        rows: usize,
        width: usize,
        tiles: &mut Tiles,
        write: impl FnMut(usize, usize, usize, Lanes),
    ) {
        // With a known number of channels all offsets are constants.
        match self.channels {
            32 => self.forward_channels::<32, TOGETHER, BLOCKS, FUSED>(input, rows, width, tiles, write),
            64 => self.forward_channels::<64, TOGETHER, BLOCKS, FUSED>(input, rows, width, tiles, write),
            _ => self.forward_channels::<0, TOGETHER, BLOCKS, FUSED>(input, rows, width, tiles, write),
        }
    }

    /// The same for `CHANNELS` channels, or any number if that is 0.
    #[inline(always)]
    fn forward_channels<
        const CHANNELS: usize,
        const TOGETHER: usize,
        const BLOCKS: usize,
        const FUSED: bool,
    >(
        &self,
        input: &Bordered,
        rows: usize,
        width: usize,
        tiles: &mut Tiles,
        mut write: impl FnMut(usize, usize, usize, Lanes),
    ) {
        let (down, across) = (rows.div_ceil(2), width.div_ceil(2));
        let (count, channels) = (down * across, if CHANNELS == 0 { self.channels } else { CHANNELS });
        tiles.inputs.resize(POSITIONS * count * channels, 0.0);
        tiles.outputs.resize(POSITIONS * count * channels, 0.0);
        for tile in 0..count {
            let corner = (tile / across * 2 * input.columns + tile % across * 2) * channels;
            for channel in (0..channels).step_by(LANES) {
                let inputs: [&Lanes; POSITIONS] = from_fn(|cell| {
                    let cell = (cell / 4 * input.columns + cell % 4) * channels;
                    lanes(&input.numbers, corner + cell + channel)
                });
                for (position, lanes) in transformed_input(inputs).iter().enumerate() {
                    let at = (position * count + tile) * channels + channel;
                    tiles.inputs[at..at + LANES].copy_from_slice(lanes);
                }
            }
        }
        for position in 0..POSITIONS {
            let part = position * count * channels..(position + 1) * count * channels;
            let kernel = &self.kernel[position * channels * channels..][..channels * channels];
            multiply::<TOGETHER, BLOCKS, FUSED>(
                &tiles.inputs[part.clone()],
                kernel,
                channels,
                &mut tiles.outputs[part],
            );
        }
        for tile in 0..count {
            let (row, column) = (tile / across * 2, tile % across * 2);
            for channel in (0..channels).step_by(LANES) {
                let products: [&Lanes; POSITIONS] =
                    from_fn(|position| lanes(&tiles.outputs, (position * count + tile) * channels + channel));
                let outputs = transformed_output(products, lanes(&self.bias, channel));
                for (cell, lanes) in outputs.into_iter().enumerate() {
                    let (row, column) = (row + cell / 2, column + cell % 2);
                    if row < rows && column < width {
                        write(row, column, channel, lanes);
                    }
                }
            }
        }
    }
}

/// `[tiles, channels]` times `[channels, channels]`, `TOGETHER` tiles and `BLOCKS` vectors of outputs at a time.
#[inline(always)]
fn multiply<const TOGETHER: usize, const BLOCKS: usize, const FUSED: bool>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    outputs: &mut [f32],
) {
    let count = inputs.len() / channels;
    let mut tile = 0;
    while tile + TOGETHER <= count {
        multiply_tiles::<TOGETHER, BLOCKS, FUSED>(inputs, kernel, channels, tile, outputs);
        tile += TOGETHER;
    }
    while tile + 5 <= count {
        multiply_tiles::<5, BLOCKS, FUSED>(inputs, kernel, channels, tile, outputs);
        tile += 5;
    }
    while tile < count {
        multiply_tiles::<1, BLOCKS, FUSED>(inputs, kernel, channels, tile, outputs);
        tile += 1;
    }
}

#[inline(always)]
fn multiply_tiles<const TILES: usize, const BLOCKS: usize, const FUSED: bool>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    first: usize,
    outputs: &mut [f32],
) {
    let mut block = 0;
    while block + BLOCKS * LANES <= channels {
        multiply_block::<TILES, BLOCKS, FUSED>(inputs, kernel, channels, (first, block), outputs);
        block += BLOCKS * LANES;
    }
    while block < channels {
        multiply_block::<TILES, 1, FUSED>(inputs, kernel, channels, (first, block), outputs);
        block += LANES;
    }
}

/// The sums of `TILES` tiles and `BLOCKS` vectors stay in registers while all input channels are added up.
#[inline(always)]
fn multiply_block<const TILES: usize, const BLOCKS: usize, const FUSED: bool>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    (first, block): (usize, usize),
    outputs: &mut [f32],
) {
    let inputs = &inputs[first * channels..(first + TILES) * channels];
    let outputs = &mut outputs[first * channels..(first + TILES) * channels];
    let mut sums = [[[0.0f32; LANES]; BLOCKS]; TILES];
    for channel in 0..channels {
        let row = &kernel[channel * channels + block..][..BLOCKS * LANES];
        for tile in 0..TILES {
            let x = inputs[tile * channels + channel];
            for part in 0..BLOCKS {
                for lane in 0..LANES {
                    let sum = &mut sums[tile][part][lane];
                    *sum = multiply_add::<FUSED>(x, row[part * LANES + lane], *sum);
                }
            }
        }
    }
    for (tile, sums) in sums.iter().enumerate() {
        for (part, lanes) in sums.iter().enumerate() {
            outputs[tile * channels + block + part * LANES..][..LANES].copy_from_slice(lanes);
        }
    }
}

/// `G g G'` of a kernel.
fn transformed_kernel(taps: &[f32; 9]) -> [f32; POSITIONS] {
    let column = |a: f32, b: f32, c: f32| [a, (a + b + c) / 2.0, (a - b + c) / 2.0, c];
    let rows: [[f32; 4]; 3] = from_fn(|row| column(taps[3 * row], taps[3 * row + 1], taps[3 * row + 2]));
    let mut out = [0.0; POSITIONS];
    for across in 0..4 {
        for (down, number) in
            column(rows[0][across], rows[1][across], rows[2][across]).into_iter().enumerate()
        {
            out[down * 4 + across] = number;
        }
    }
    out
}

/// `B' d B` of a tile, sixteen channels at a time.
#[inline(always)]
fn transformed_input(d: [&Lanes; POSITIONS]) -> [Lanes; POSITIONS] {
    let mut out = [[0.0; LANES]; POSITIONS];
    for lane in 0..LANES {
        let line = |d: [f32; 4]| [d[0] - d[2], d[1] + d[2], d[2] - d[1], d[1] - d[3]];
        let rows: [[f32; 4]; 4] = from_fn(|row| line(from_fn(|column| d[4 * row + column][lane])));
        for column in 0..4 {
            let numbers = line(from_fn(|row| rows[row][column]));
            for row in 0..4 {
                out[4 * row + column][lane] = numbers[row];
            }
        }
    }
    out
}

/// `A' m A` of a tile, sixteen channels at a time.
#[inline(always)]
fn transformed_output(m: [&Lanes; POSITIONS], bias: &Lanes) -> [Lanes; 4] {
    let mut out = [[0.0; LANES]; 4];
    for lane in 0..LANES {
        let line = |m: [f32; 4]| [m[0] + m[1] + m[2], m[1] - m[2] - m[3]];
        let rows: [[f32; 2]; 4] = from_fn(|row| line(from_fn(|column| m[4 * row + column][lane])));
        for column in 0..2 {
            let numbers = line(from_fn(|row| rows[row][column]));
            for row in 0..2 {
                out[2 * row + column][lane] = numbers[row] + bias[lane];
            }
        }
    }
    out
}
