//! An encoding as tensors, where the network is.

use tch::{Device, Kind, Tensor};

use super::Encoding;

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
        let shape = encoding.shape();
        let [planes, height, width] = [shape.planes, shape.height, shape.width].map(|n| n as i64);
        let [batch, actions, hints] = [encoding.len(), shape.actions, shape.hints].map(|n| n as i64);
        let to = |tensor: Tensor, size: &[i64]| send(tensor, device).reshape(size);
        Input {
            planes: to(Tensor::from_slice(encoding.planes()), &[batch, planes, height, width]),
            landing: to(Tensor::from_slice(encoding.landing()), &[batch, actions]),
            legal: to(Tensor::from_slice(encoding.legal()), &[batch, actions]),
            hints: to(Tensor::from_slice(encoding.hints()), &[batch, hints, actions]),
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

/// Moves a tensor from the processor to a device, to a GPU through pinned memory and without waiting for it.
pub fn send(tensor: Tensor, device: Device) -> Tensor {
    if device.is_cuda() {
        let kind: Kind = tensor.kind();
        tensor.pin_memory(device).to_device_(device, kind, true, false)
    } else {
        tensor
    }
}
