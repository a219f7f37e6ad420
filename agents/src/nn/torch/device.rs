//! Devices as libtorch has them.

use crate::nn::device::{DeviceChoice, DeviceError};

impl DeviceChoice {
    /// The device itself, once libtorch has been asked what is there.
    pub fn resolve(self) -> Result<tch::Device, DeviceError> {
        match (self, tch::Device::cuda_if_available()) {
            (Self::Cpu, _) => Ok(tch::Device::Cpu),
            (Self::Cuda, tch::Device::Cpu) => Err(DeviceError::NoCuda),
            (Self::Cuda | Self::Auto, best) => Ok(best),
        }
    }
}

/// Lets one thread do all of an operation that the calling thread asks of libtorch.
///
/// libtorch would take all cores for each calling thread. Small batches on busy cores then spend their time waiting
/// for each other, a hundred times slower than with one thread. It keeps the number for each calling thread.
pub fn one_thread() {
    tch::set_num_threads(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_device_computes_with_one_thread() {
        one_thread();
        assert_eq!(tch::get_num_threads(), 1);
        let device = DeviceChoice::Auto.resolve().unwrap();
        let x = tch::Tensor::arange(6, (tch::Kind::Float, device)).reshape([2, 3]);
        assert_eq!(x.matmul(&x.tr()).sum(tch::Kind::Float).double_value(&[]), 83.0);
    }

    #[test]
    fn cuda_is_an_error_exactly_where_there_is_none() {
        assert_eq!(DeviceChoice::Cpu.resolve(), Ok(tch::Device::Cpu));
        assert_eq!(DeviceChoice::Cuda.resolve().is_ok(), tch::Cuda::is_available());
    }
}
