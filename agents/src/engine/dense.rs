//! Dense layers.

use super::lanes::{LANES, Vector, padded, vectors, vectors_mut};
use super::weights::Tensors;
use crate::nn::WeightsError;

/// A dense layer with its weights by input, outputs side by side and padded with zeros to whole vectors.
#[derive(Debug)]
pub struct Dense {
    /// `[inputs, padded outputs]`.
    weight: Vec<f32>,
    /// `[padded outputs]`.
    bias: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

impl Dense {
    /// Takes the layer `name` from a file.
    pub fn take(
        tensors: &mut Tensors,
        name: &str,
        inputs: usize,
        outputs: usize,
    ) -> Result<Self, WeightsError> {
        let weight = tensors.take(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = tensors.take(&format!("{name}.bias"), &[outputs])?;
        Ok(Self::new(&weight, bias, inputs, outputs))
    }

    /// A layer from weights `[outputs, inputs]`.
    pub fn new(weight: &[f32], mut bias: Vec<f32>, inputs: usize, outputs: usize) -> Self {
        let width = padded(outputs);
        let mut by_input = vec![0.0; inputs * width];
        for (output, row) in weight.chunks_exact(inputs).enumerate() {
            for (input, &number) in row.iter().enumerate() {
                by_input[input * width + output] = number;
            }
        }
        bias.resize(width, 0.0);
        Self { weight: by_input, bias, inputs, outputs }
    }

    /// The length of what [`Dense::forward`] writes: the outputs, padded.
    pub fn width(&self) -> usize {
        self.bias.len()
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Writes the outputs for one vector of inputs, and zeros for what is padded.
    #[inline(always)]
    pub fn forward<V: Vector>(&self, inputs: &[f32], out: &mut Vec<f32>) {
        let width = self.width();
        let inputs = &inputs[..self.inputs];
        out.resize(width, 0.0);
        for (place, (out, bias)) in vectors_mut(out).iter_mut().zip(vectors(&self.bias)).enumerate() {
            let mut sums = V::load(bias);
            let weights = vectors(&self.weight).iter().skip(place).step_by(width / LANES);
            for (&x, weights) in inputs.iter().zip(weights) {
                sums = V::splat(x).times_plus(V::load(weights), sums);
            }
            sums.store(out);
        }
    }
}
