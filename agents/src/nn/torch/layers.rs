//! The layers of the networks, with their first weights.
//!
//! First weights are uniform with the variance `gain^2 / inputs` (He et al. 2015), drawn from a stream of our own:
//! libtorch has one stream for the whole process, so that other threads would change the outcome. Layers that close a
//! residual branch start at 0, so that a deep network starts as a shallow one; heads start small.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use tch::Tensor;
use tch::nn::Path;

/// The gain in front of a ReLU.
pub(super) const RELU: f64 = std::f64::consts::SQRT_2;
/// The gain of the last layer of a head.
pub(super) const HEAD: f64 = 0.1;
/// The gain of a layer that closes a residual branch.
pub(super) const CLOSING: f64 = 0.0;

const EPSILON: f64 = 1e-5;

/// Where the weights of a network are made.
pub(super) struct Builder<'a> {
    pub path: Path<'a>,
    pub rng: &'a mut Pcg64Mcg,
}

impl Builder<'_> {
    /// The same one level deeper.
    pub fn sub(&mut self, name: &str) -> Builder<'_> {
        Builder { path: self.path.sub(name), rng: self.rng }
    }

    fn uniform(&mut self, name: &str, size: &[i64], gain: f64) -> Tensor {
        let inputs: i64 = size[1..].iter().product();
        let bound = (gain * (3.0 / inputs as f64).sqrt()) as f32;
        let count = size.iter().product::<i64>() as usize;
        let draw = |_| (2.0 * self.rng.random::<f32>() - 1.0) * bound;
        let values: Vec<f32> = (0..count).map(draw).collect();
        let tensor = Tensor::from_slice(&values).reshape(size).to_device(self.path.device());
        self.path.add(name, tensor, true)
    }

    fn constant(&mut self, name: &str, size: i64, value: f64) -> Tensor {
        let tensor = Tensor::full(size, value, (tch::Kind::Float, self.path.device()));
        self.path.add(name, tensor, true)
    }
}

/// A dense layer.
#[derive(Debug)]
pub(super) struct LinearLayer {
    weight: Tensor,
    bias: Tensor,
}

impl LinearLayer {
    pub fn new(mut builder: Builder<'_>, inputs: usize, outputs: usize, gain: f64) -> Self {
        let weight = builder.uniform("weight", &[outputs as i64, inputs as i64], gain);
        LinearLayer { weight, bias: builder.constant("bias", outputs as i64, 0.0) }
    }

    pub fn forward(&self, x: &Tensor) -> Tensor {
        x.linear(&self.weight, Some(&self.bias))
    }
}

/// A convolution that keeps height and width, with square kernels of odd size.
#[derive(Debug)]
pub(super) struct Conv {
    weight: Tensor,
    bias: Tensor,
    padding: i64,
    wraps: bool,
}

impl Conv {
    pub fn new(mut builder: Builder<'_>, inputs: usize, outputs: usize, kernel: i64, gain: f64) -> Self {
        let weight = builder.uniform("weight", &[outputs as i64, inputs as i64, kernel, kernel], gain);
        let bias = builder.constant("bias", outputs as i64, 0.0);
        Conv { weight, bias, padding: kernel / 2, wraps: false }
    }

    /// The same with opposite edges as neighbours, if `wraps`.
    pub fn wrapping(self, wraps: bool) -> Self {
        Conv { wraps, ..self }
    }

    pub fn forward(&self, x: &Tensor) -> Tensor {
        if self.wraps && self.padding > 0 {
            let x = wrapped(&wrapped(x, 2, self.padding), 3, self.padding);
            return x.conv2d(&self.weight, Some(&self.bias), 1, 0, 1, 1);
        }
        x.conv2d(&self.weight, Some(&self.bias), 1, self.padding, 1, 1)
    }
}

/// A tensor with `count` layers from its other end on both sides of a dimension; the order in memory stays.
fn wrapped(x: &Tensor, dimension: i64, count: i64) -> Tensor {
    let length = x.size()[dimension as usize];
    let (first, last) = (x.narrow(dimension, 0, count), x.narrow(dimension, length - count, count));
    Tensor::cat(&[&last, x, &first], dimension)
}

/// Layer normalisation (Ba et al. 2016) over the last dimension.
///
/// In a convolution it takes each cell by itself, so that what happens far away, or how large the board is, does not
/// change it. Its cost on a processor is a tenth of the convolutions' and that of GroupNorm, as long as the channels of
/// a cell are side by side in memory.
#[derive(Debug)]
pub(super) struct Norm {
    weight: Tensor,
    bias: Tensor,
    size: i64,
}

impl Norm {
    pub fn new(mut builder: Builder<'_>, size: usize) -> Self {
        let size = size as i64;
        Norm {
            weight: builder.constant("weight", size, 1.0),
            bias: builder.constant("bias", size, 0.0),
            size,
        }
    }

    pub fn forward(&self, x: &Tensor) -> Tensor {
        x.layer_norm(self.size, Some(&self.weight), Some(&self.bias), EPSILON, true)
    }

    /// The same over the channels of `[batch, channels, height, width]`, and then ReLU.
    pub fn forward_channels(&self, x: &Tensor) -> Tensor {
        self.forward(&x.permute([0, 2, 3, 1])).relu_().permute([0, 3, 1, 2])
    }
}
