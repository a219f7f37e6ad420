//! The first convolution, from a few planes to the channels of the trunk.

use super::lanes::{LANES, Lanes, load, multiply_add, padded};
use super::network::EngineError;
use super::weights::Tensors;
use super::winograd::Bordered;

/// A convolution of 3x3 from any number of planes.
#[derive(Debug)]
pub struct Stem {
    /// `[taps, planes, channels]`.
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
    ) -> Result<Self, EngineError> {
        let weight = tensors.take(&format!("{name}.weight"), &[channels, planes, 3, 3])?;
        let mut bias = tensors.take(&format!("{name}.bias"), &[channels])?;
        let width = padded(channels);
        bias.resize(width, 0.0);
        let mut kernel = vec![0.0; 9 * planes * width];
        for (index, &number) in weight.iter().enumerate() {
            let (output, input, tap) = (index / (9 * planes), index / 9 % planes, index % 9);
            kernel[(tap * planes + input) * width + output] = number;
        }
        Ok(Self { kernel, bias, planes, channels: width })
    }

    /// Computes the lowest `rows` rows, `[rows, width, channels]`, from `[rows, columns, planes]` with a border.
    #[inline(always)]
    pub fn forward<const FUSED: bool>(&self, input: &Bordered, rows: usize, width: usize, out: &mut [f32]) {
        for row in 0..rows {
            let mut column = 0;
            while column + 5 <= width {
                self.cells::<5, FUSED>(input, row, column, width, out);
                column += 5;
            }
            while column < width {
                self.cells::<1, FUSED>(input, row, column, width, out);
                column += 1;
            }
        }
    }

    /// The sums of `CELLS` neighbours stay in registers while all taps and planes are added up.
    #[inline(always)]
    fn cells<const CELLS: usize, const FUSED: bool>(
        &self,
        input: &Bordered,
        row: usize,
        column: usize,
        width: usize,
        out: &mut [f32],
    ) {
        let (planes, channels) = (self.planes, self.channels);
        for channel in (0..channels).step_by(LANES) {
            let mut sums: [Lanes; CELLS] = [load(&self.bias, channel); CELLS];
            for tap in 0..9 {
                let at = ((row + tap / 3) * input.columns + column + tap % 3) * planes;
                let seen = &input.numbers[at..][..CELLS * planes];
                for plane in 0..planes {
                    let weights = load(&self.kernel, (tap * planes + plane) * channels + channel);
                    for cell in 0..CELLS {
                        let x = seen[cell * planes + plane];
                        for lane in 0..LANES {
                            sums[cell][lane] = multiply_add::<FUSED>(x, weights[lane], sums[cell][lane]);
                        }
                    }
                }
            }
            for (cell, sums) in sums.iter().enumerate() {
                let at = (row * width + column + cell) * channels + channel;
                out[at..at + LANES].copy_from_slice(sums);
            }
        }
    }
}
