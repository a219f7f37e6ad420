//! An encoding as tensors, where the network is.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use ndarray::{ArrayView, Dimension};
use tch::kind::Element;
use tch::{Device, Kind, Tensor};

use crate::nn::Encoding;

/// A batch as a network takes it.
#[derive(Debug)]
pub struct Input {
    /// `[batch, planes, height, width]`, floats.
    pub planes: Tensor,
    /// `[batch, actions]`, whole numbers.
    pub landing: Tensor,
    /// `[batch, actions]`, truth values.
    pub legal: Tensor,
    /// `[batch, hints, actions]`, floats.
    pub hints: Tensor,
}

impl Input {
    /// Copies an encoding to a device.
    pub fn new(encoding: &Encoding, device: Device) -> Self {
        Input {
            planes: tensor(encoding.planes_view(), device),
            landing: tensor(encoding.landing_view(), device),
            legal: tensor(encoding.legal_view(), device),
            hints: tensor(encoding.hints_view(), device),
        }
    }

    /// `length` samples from `start` on, in the same memory.
    pub fn part(&self, start: i64, length: i64) -> Self {
        let part = |tensor: &Tensor| tensor.narrow(0, start, length);
        Input {
            planes: part(&self.planes),
            landing: part(&self.landing),
            legal: part(&self.legal),
            hints: part(&self.hints),
        }
    }
}

impl Input {
    /// The same on another device, in the same memory if it is there already.
    pub fn to(&self, device: Device) -> Self {
        Input {
            planes: self.planes.to_device(device),
            landing: self.landing.to_device(device),
            legal: self.legal.to_device(device),
            hints: self.hints.to_device(device),
        }
    }
}

/// An array, rows first and without gaps, as a tensor of the same shape on a device.
fn tensor<T: Element, D: Dimension>(array: ArrayView<'_, T, D>, device: Device) -> Tensor {
    let shape: Vec<i64> = array.shape().iter().map(|length| *length as i64).collect();
    let numbers = array.to_slice().expect("invariant: arrays of an encoding have no gaps");
    send(Tensor::from_slice(numbers), device).reshape(shape)
}

/// Moves a tensor from the processor to a device, to a GPU through pinned memory and without waiting for it.
pub fn send(tensor: Tensor, device: Device) -> Tensor {
    if device.is_cuda() {
        let kind: Kind = tensor.kind();
        tensor.pin_memory(device).to_device_(device, kind, true, false)
    } else {
        tensor
    }
}
