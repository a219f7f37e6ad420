//! Layer normalisation followed by ReLU, or alone.

use super::lanes::total;
use super::network::EngineError;
use super::weights::Tensors;

const EPSILON: f32 = 1e-5;

/// Cells whose roots are taken together.
const TOGETHER: usize = 16;

/// Layer normalisation (Ba et al. 2016) over the channels of a cell.
#[derive(Debug)]
pub struct ChannelNorm {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl ChannelNorm {
    /// Takes the layer `name` from a file.
    pub fn take(tensors: &mut Tensors, name: &str, size: usize) -> Result<Self, EngineError> {
        let weight = tensors.take(&format!("{name}.weight"), &[size])?;
        Ok(Self { weight, bias: tensors.take(&format!("{name}.bias"), &[size])? })
    }

    /// Writes the normalised numbers, negative ones as 0 if `RELU`.
    pub fn forward<const RELU: bool>(&self, numbers: &[f32], out: &mut [f32]) {
        let numbers = &numbers[..self.weight.len()];
        let (mean, variance) = moments(numbers);
        self.write::<RELU>(numbers, mean, 1.0 / (variance + EPSILON).sqrt(), out);
    }

    /// Writes the normalised channels of cells that lie `stride` numbers apart, negative ones as 0; the numbers between the
    /// channels and the next cell are left alone.
    #[inline(always)]
    pub fn forward_cells(&self, cells: &[f32], stride: usize, out: &mut [f32]) {
        let count = self.weight.len();
        for (cells, out) in cells.chunks(TOGETHER * stride).zip(out.chunks_mut(TOGETHER * stride)) {
            let (mut means, mut scales) = ([0.0; TOGETHER], [1.0; TOGETHER]);
            for (index, cell) in cells.chunks_exact(stride).enumerate() {
                (means[index], scales[index]) = moments(&cell[..count]);
            }
            // One root and one division for all cells together.
            scales.iter_mut().for_each(|scale| *scale = 1.0 / (*scale + EPSILON).sqrt());
            for (index, (cell, out)) in
                cells.chunks_exact(stride).zip(out.chunks_exact_mut(stride)).enumerate()
            {
                self.write::<true>(&cell[..count], means[index], scales[index], out);
            }
        }
    }

    #[inline(always)]
    fn write<const RELU: bool>(&self, numbers: &[f32], mean: f32, scale: f32, out: &mut [f32]) {
        let layer = self.weight.iter().zip(&self.bias);
        for ((out, &x), (&weight, &bias)) in out.iter_mut().zip(numbers).zip(layer) {
            let y = (x - mean) * scale * weight + bias;
            *out = if RELU { y.max(0.0) } else { y };
        }
    }
}

/// The mean and the variance of numbers.
#[inline(always)]
fn moments(numbers: &[f32]) -> (f32, f32) {
    let count = numbers.len() as f32;
    let mean = sum(numbers, |x| x) / count;
    (mean, sum(numbers, |x| (x - mean) * (x - mean)) / count)
}

/// A sum in sixteen parts, so that it needs no order and the compiler may use vectors.
#[inline(always)]
fn sum(numbers: &[f32], map: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = numbers.as_chunks::<16>();
    let mut parts = [0.0f32; 16];
    for chunk in chunks {
        for (part, &number) in parts.iter_mut().zip(chunk) {
            *part += map(number);
        }
    }
    total(parts) + rest.iter().map(|&number| map(number)).sum::<f32>()
}
