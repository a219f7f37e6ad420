//! Convolutions of 3x3 by Winograd's minimal filtering F(2x2, 3x3): 16 products in place of 36 per tile of four cells.
//!
//! Every tile of 2x2 outputs is computed from 4x4 inputs that overlap with those of its neighbours. Inputs and kernels
//! are transformed into 16 positions; per position one matrix product joins tiles and channels; the outputs are
//! transformed back (Lavin and Gray 2016, "Fast Algorithms for Convolutional Neural Networks"). Some tiles go through
//! all three steps together, so that they stay in the processor's nearest cache. Tiles of 4x4 save another third of the
//! products, but their kernels no longer fit into the second cache, and nothing is gained.

use std::array::from_fn;

use super::bordered::Bordered;
use super::lanes::{LANES, Vector, padded, vectors, vectors_mut};
use super::weights::Tensors;
use crate::nn::WeightsError;

/// Rows and columns of outputs of a tile.
pub const TILE: usize = 2;
/// Rows and columns that a tile is computed from.
const SEEN: usize = TILE + 2;
/// Positions of a transformed tile.
const POSITIONS: usize = SEEN * SEEN;

/// A convolution of 3x3 from and to equally many channels, padded with zeros to whole vectors.
#[derive(Debug)]
pub struct Winograd {
    /// `[positions, vectors of outputs, inputs, 16]`.
    kernel: Vec<f32>,
    bias: Vec<f32>,
    channels: usize,
}

/// Room for the tiles that are computed together.
#[derive(Debug, Default)]
pub struct Tiles {
    /// `[positions, tiles, channels]`.
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

impl Winograd {
    /// Takes the layer `name` from a file.
    pub fn take(tensors: &mut Tensors, name: &str, channels: usize) -> Result<Self, WeightsError> {
        let weight = tensors.take(&format!("{name}.weight"), &[channels, channels, 3, 3])?;
        let mut bias = tensors.take(&format!("{name}.bias"), &[channels])?;
        let width = padded(channels);
        let mut kernel = vec![0.0; POSITIONS * width * width];
        for output in 0..channels {
            for input in 0..channels {
                let taps = from_fn(|tap| weight[(output * channels + input) * 9 + tap]);
                for (position, number) in transformed_kernel(&taps).into_iter().flatten().enumerate() {
                    let vector = (position * width / LANES + output / LANES) * width + input;
                    kernel[vector * LANES + output % LANES] = number;
                }
            }
        }
        bias.resize(width, 0.0);
        Ok(Self { kernel, bias, channels: width })
    }

    /// Computes the lowest `rows` rows, `[rows, width, channels]`, or adds them to what is there if `adds`.
    #[inline(always)]
    pub fn forward<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        input: &Bordered,
        rows: usize,
        width: usize,
        adds: bool,
        tiles: &mut Tiles,
        out: &mut [f32],
    ) {
        // With a known number of channels all offsets are constants.
        if self.channels == 32 {
            self.forward_channels::<V, 32, TOGETHER, BLOCKS>(input, rows, width, adds, tiles, out);
        } else {
            self.forward_channels::<V, 0, TOGETHER, BLOCKS>(input, rows, width, adds, tiles, out);
        }
    }

    /// The same for `CHANNELS` channels, or any number if that is 0.
    #[inline(always)]
    fn forward_channels<V: Vector, const CHANNELS: usize, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        input: &Bordered,
        rows: usize,
        width: usize,
        adds: bool,
        tiles: &mut Tiles,
        out: &mut [f32],
    ) {
        let channels = if CHANNELS == 0 { self.channels } else { CHANNELS };
        let across = width.div_ceil(TILE);
        let count = rows.div_ceil(TILE) * across;
        tiles.inputs.resize(POSITIONS * TOGETHER * channels, 0.0);
        tiles.outputs.resize(POSITIONS * TOGETHER * channels, 0.0);
        for first in (0..count).step_by(TOGETHER) {
            let together = TOGETHER.min(count - first);
            for place in 0..together {
                let (row, column) = ((first + place) / across * TILE, (first + place) % across * TILE);
                let seen = &input.numbers[(row * input.columns + column) * channels..];
                transform_input::<V, TOGETHER>(seen, input.columns, channels, place, &mut tiles.inputs);
            }
            let size = TOGETHER * channels;
            let positions = tiles.inputs.chunks_exact(size).zip(tiles.outputs.chunks_exact_mut(size));
            for ((inputs, outputs), kernel) in positions.zip(self.kernel.chunks_exact(channels * channels)) {
                multiply::<V, TOGETHER, BLOCKS>(inputs, kernel, channels, together, outputs);
            }
            for place in 0..together {
                let (row, column) = ((first + place) / across * TILE, (first + place) % across * TILE);
                for part in 0..channels / LANES {
                    let cells = transform_output::<V, TOGETHER>(&tiles.outputs, channels, place, part);
                    let bias = V::load(&vectors(&self.bias)[part]);
                    for (down, cells) in cells.into_iter().enumerate().take(rows - row) {
                        for (right, cell) in cells.into_iter().enumerate().take(width - column) {
                            let at = ((row + down) * width + column + right) * channels / LANES + part;
                            let out = &mut vectors_mut(out)[at];
                            let sum = if adds { bias.plus(V::load(out)) } else { bias };
                            cell.plus(sum).store(out);
                        }
                    }
                }
            }
        }
    }
}

/// `B' d B` of the tile whose first cell is the first one seen.
#[inline(always)]
fn transform_input<V: Vector, const TOGETHER: usize>(
    seen: &[f32],
    columns: usize,
    channels: usize,
    place: usize,
    out: &mut [f32],
) {
    let parts = channels / LANES;
    for part in 0..parts {
        let mut cells = [[V::splat(0.0); SEEN]; SEEN];
        for (row, cells) in cells.iter_mut().enumerate() {
            let line = &vectors(seen)[row * columns * parts..][..SEEN * parts];
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = V::load(&line[column * parts + part]);
            }
            *cells = input_line(*cells);
        }
        for column in 0..SEEN {
            let mut line = [V::splat(0.0); SEEN];
            for (number, row) in line.iter_mut().zip(&cells) {
                *number = row[column];
            }
            for (row, number) in input_line(line).into_iter().enumerate() {
                let at = ((row * SEEN + column) * TOGETHER + place) * parts + part;
                number.store(&mut vectors_mut(out)[at]);
            }
        }
    }
}

/// `A' m A` of a tile.
#[inline(always)]
fn transform_output<V: Vector, const TOGETHER: usize>(
    products: &[f32],
    channels: usize,
    place: usize,
    part: usize,
) -> [[V; TILE]; TILE] {
    let parts = channels / LANES;
    let mut rows = [[V::splat(0.0); TILE]; SEEN];
    for (row, transformed) in rows.iter_mut().enumerate() {
        let mut line = [V::splat(0.0); SEEN];
        for (column, number) in line.iter_mut().enumerate() {
            let at = ((row * SEEN + column) * TOGETHER + place) * parts + part;
            *number = V::load(&vectors(products)[at]);
        }
        *transformed = output_line(line);
    }
    let mut out = [[V::splat(0.0); TILE]; TILE];
    for column in 0..TILE {
        let mut line = [V::splat(0.0); SEEN];
        for (number, row) in line.iter_mut().zip(&rows) {
            *number = row[column];
        }
        for (row, cell) in out.iter_mut().zip(output_line(line)) {
            row[column] = cell;
        }
    }
    out
}

/// `[tiles, channels]` times `[channels, channels]`, `TOGETHER` tiles and `BLOCKS` vectors of outputs at a time.
#[inline(always)]
fn multiply<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    count: usize,
    outputs: &mut [f32],
) {
    if count == TOGETHER {
        return multiply_tiles::<V, TOGETHER, BLOCKS>(inputs, kernel, channels, outputs);
    }
    let mut first = 0;
    while first < count {
        let (inputs, outputs) = (&inputs[first * channels..], &mut outputs[first * channels..]);
        first += match count - first {
            5.. => {
                multiply_tiles::<V, 5, BLOCKS>(inputs, kernel, channels, outputs);
                5
            }
            _ => {
                multiply_tiles::<V, 1, BLOCKS>(inputs, kernel, channels, outputs);
                1
            }
        };
    }
}

#[inline(always)]
fn multiply_tiles<V: Vector, const TILES: usize, const BLOCKS: usize>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    outputs: &mut [f32],
) {
    let parts = channels / LANES;
    let mut block = 0;
    while block + BLOCKS <= parts {
        multiply_block::<V, TILES, BLOCKS>(inputs, kernel, channels, block, outputs);
        block += BLOCKS;
    }
    while block < parts {
        multiply_block::<V, TILES, 1>(inputs, kernel, channels, block, outputs);
        block += 1;
    }
}

/// The sums of `TILES` tiles and `BLOCKS` vectors stay in registers while all input channels are added up.
#[inline(always)]
fn multiply_block<V: Vector, const TILES: usize, const BLOCKS: usize>(
    inputs: &[f32],
    kernel: &[f32],
    channels: usize,
    block: usize,
    outputs: &mut [f32],
) {
    let mut rows: [&[f32]; TILES] = [&[]; TILES];
    for (tile, row) in rows.iter_mut().enumerate() {
        *row = &inputs[tile * channels..][..channels];
    }
    let mut kernels: [&[[f32; LANES]]; BLOCKS] = [&[]; BLOCKS];
    for (part, kernels) in kernels.iter_mut().enumerate() {
        *kernels = &vectors(kernel)[(block + part) * channels..][..channels];
    }
    let mut sums = [[V::splat(0.0); BLOCKS]; TILES];
    for channel in 0..channels {
        let mut weights = [V::splat(0.0); BLOCKS];
        for part in 0..BLOCKS {
            weights[part] = V::load(&kernels[part][channel]);
        }
        for tile in 0..TILES {
            let number = V::splat(rows[tile][channel]);
            for part in 0..BLOCKS {
                sums[tile][part] = number.times_plus(weights[part], sums[tile][part]);
            }
        }
    }
    for (tile, sums) in sums.into_iter().enumerate() {
        let out = &mut vectors_mut(&mut outputs[tile * channels..][..channels])[block..][..BLOCKS];
        for (sum, out) in sums.into_iter().zip(out) {
            sum.store(out);
        }
    }
}

/// `G g G'` of a kernel.
fn transformed_kernel(taps: &[f32; 9]) -> [[f32; SEEN]; SEEN] {
    let rows: [[f32; SEEN]; 3] = from_fn(|row| kernel_line(from_fn(|column| taps[3 * row + column])));
    let mut out = [[0.0; SEEN]; SEEN];
    for column in 0..SEEN {
        let line = kernel_line(from_fn(|row| rows[row][column]));
        for row in 0..SEEN {
            out[row][column] = line[row];
        }
    }
    out
}

/// `G g` for one line.
fn kernel_line([a, b, c]: [f32; 3]) -> [f32; SEEN] {
    [a, (a + b + c) / 2.0, (a - b + c) / 2.0, c]
}

/// `B' d` for one line.
#[inline(always)]
fn input_line<V: Vector>(d: [V; SEEN]) -> [V; SEEN] {
    [d[0].minus(d[2]), d[1].plus(d[2]), d[2].minus(d[1]), d[1].minus(d[3])]
}

/// `A' m` for one line.
#[inline(always)]
fn output_line<V: Vector>(m: [V; SEEN]) -> [V; TILE] {
    [m[0].plus(m[1]).plus(m[2]), m[1].minus(m[2]).minus(m[3])]
}
