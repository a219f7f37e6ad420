//! Layer normalisation followed by ReLU, or alone.

use super::lanes::{LANES, Lanes, Vector, padded, vectors, vectors_mut};
use super::weights::Tensors;
use crate::nn::WeightsError;

const EPSILON: f32 = 1e-5;

/// Layer normalisation (Ba et al. 2016) over the channels of a cell.
#[derive(Debug)]
pub struct ChannelNorm {
    /// One per channel, padded with zeros to whole vectors.
    weight: Vec<f32>,
    bias: Vec<f32>,
    /// 1 for each channel, 0 for what is padded.
    mask: Vec<f32>,
    count: usize,
}

impl ChannelNorm {
    /// Takes the layer `name` from a file.
    pub fn take(tensors: &mut Tensors, name: &str, size: usize) -> Result<Self, WeightsError> {
        let mut take = |part: &str| tensors.take(&format!("{name}.{part}"), &[size]);
        let [mut weight, mut bias, mut mask] = [take("weight")?, take("bias")?, vec![1.0; size]];
        for numbers in [&mut weight, &mut bias, &mut mask] {
            numbers.resize(padded(size), 0.0);
        }
        Ok(Self { weight, bias, mask, count: size })
    }

    /// Writes the normalised channels of cells that lie side by side, negative ones as 0 if `RELU`. What is padded must
    /// be 0, and stays so.
    #[inline(always)]
    pub fn forward<V: Vector, const RELU: bool>(&self, cells: &[f32], out: &mut [f32]) {
        // Two vectors are the most common, and stay in registers.
        if self.weight.len() == 2 * LANES {
            self.forward_cells::<V, RELU, 2>(cells, out);
        } else {
            self.forward_cells::<V, RELU, 0>(cells, out);
        }
    }

    /// The same for cells of `VECTORS` vectors, or of any number if 0.
    #[inline(always)]
    fn forward_cells<V: Vector, const RELU: bool, const VECTORS: usize>(
        &self,
        cells: &[f32],
        out: &mut [f32],
    ) {
        let width = if VECTORS == 0 { self.weight.len() } else { VECTORS * LANES };
        let share = 1.0 / self.count as f32;
        // One root and one division for sixteen cells together.
        let groups = cells.chunks(LANES * width).zip(out.chunks_mut(LANES * width));
        for (cells, out) in groups {
            let (mut means, mut scales): (Lanes, Lanes) = ([0.0; LANES], [1.0; LANES]);
            for (index, cell) in cells.chunks_exact(width).enumerate() {
                let mut sum = V::splat(0.0);
                for numbers in vectors(cell) {
                    sum = sum.plus(V::load(numbers));
                }
                let mean = sum.total() * share;
                let (shift, mut squares) = (V::splat(mean), V::splat(0.0));
                for (numbers, mask) in vectors(cell).iter().zip(vectors(&self.mask)) {
                    let distance = V::load(numbers).minus(shift).times(V::load(mask));
                    squares = distance.times_plus(distance, squares);
                }
                means[index] = mean;
                scales[index] = squares.total() * share + EPSILON;
            }
            V::load(&scales).reciprocal_root().store(&mut scales);
            let layer = || vectors(&self.weight).iter().zip(vectors(&self.bias));
            for (index, (cell, out)) in cells.chunks_exact(width).zip(out.chunks_exact_mut(width)).enumerate()
            {
                let (mean, scale) = (V::splat(means[index]), V::splat(scales[index]));
                let numbers = vectors(cell).iter().zip(vectors_mut(out));
                for ((numbers, out), (weight, bias)) in numbers.zip(layer()) {
                    let distance = V::load(numbers).minus(mean).times(scale);
                    let normal = distance.times_plus(V::load(weight), V::load(bias));
                    if RELU { normal.max(V::splat(0.0)) } else { normal }.store(out);
                }
            }
        }
    }
}
