//! The first convolution, from a few planes to the channels of the trunk.

use super::bordered::Bordered;
use super::lanes::{LANES, Vector, padded, vectors, vectors_mut};
use super::weights::Tensors;
use crate::nn::WeightsError;

/// A convolution of 3x3 from any number of planes.
#[derive(Debug)]
pub struct Stem {
    /// `[vectors of channels, taps, planes, 16]`.
    kernel: Vec<f32>,
    bias: Vec<f32>,
    planes: usize,
    channels: usize,
}

impl Stem {
    /// Takes the layer `name` from a file; its channels are padded with zeros to whole vectors.
    pub fn take(
        tensors: &mut Tensors,
        name: &str,
        planes: usize,
        channels: usize,
    ) -> Result<Self, WeightsError> {
        let weight = tensors.take(&format!("{name}.weight"), &[channels, planes, 3, 3])?;
        let mut bias = tensors.take(&format!("{name}.bias"), &[channels])?;
        let width = padded(channels);
        bias.resize(width, 0.0);
        let mut kernel = vec![0.0; 9 * planes * width];
        for (index, &number) in weight.iter().enumerate() {
            let (output, input, tap) = (index / (9 * planes), index / 9 % planes, index % 9);
            let vector = (output / LANES * 9 + tap) * planes + input;
            kernel[vector * LANES + output % LANES] = number;
        }
        Ok(Self { kernel, bias, planes, channels: width })
    }

    /// Computes the lowest `rows` rows, `[rows, width, channels]`, from `[rows, columns, planes]` with a border.
    #[inline(always)]
    pub fn forward<V: Vector, const TOGETHER: usize>(
        &self,
        input: &Bordered,
        rows: usize,
        width: usize,
        out: &mut [f32],
    ) {
        for row in 0..rows {
            let mut column = 0;
            while column + TOGETHER <= width {
                self.cells::<V, TOGETHER>(input, row, column, width, out);
                column += TOGETHER;
            }
            while column < width {
                self.cells::<V, 1>(input, row, column, width, out);
                column += 1;
            }
        }
    }

    /// The sums of `CELLS` neighbours stay in registers while all taps and planes are added up.
    #[inline(always)]
    fn cells<V: Vector, const CELLS: usize>(
        &self,
        input: &Bordered,
        row: usize,
        column: usize,
        width: usize,
        out: &mut [f32],
    ) {
        let (planes, parts) = (self.planes, self.channels / LANES);
        let taps = vectors(&self.kernel).chunks_exact(9 * planes);
        for (part, (taps, bias)) in taps.zip(vectors(&self.bias)).enumerate() {
            let mut sums = [V::load(bias); CELLS];
            for (tap, weights) in taps.chunks_exact(planes).enumerate() {
                let at = ((row + tap / 3) * input.columns + column + tap % 3) * planes;
                let mut seen: [&[f32]; CELLS] = [&[]; CELLS];
                for (cell, seen) in seen.iter_mut().enumerate() {
                    *seen = &input.numbers[at + cell * planes..][..planes];
                }
                for (plane, weights) in weights.iter().enumerate() {
                    let weights = V::load(weights);
                    for cell in 0..CELLS {
                        sums[cell] = V::splat(seen[cell][plane]).times_plus(weights, sums[cell]);
                    }
                }
            }
            let out = &mut vectors_mut(out)[(row * width + column) * parts + part..];
            for (sums, out) in sums.into_iter().zip(out.iter_mut().step_by(parts)) {
                sums.store(out);
            }
        }
    }
}
