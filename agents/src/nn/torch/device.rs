//! Devices as libtorch has them.

use crate::nn::device::{DeviceChoice, DeviceError, DeviceName};

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

impl DeviceName {
    /// The device itself, once libtorch has been asked what is there.
    pub fn resolve(self) -> Result<tch::Device, DeviceError> {
        match self {
            Self::Cpu => Ok(tch::Device::Cpu),
            Self::Cuda(number) => {
                let found = if tch::Cuda::is_available() { tch::Cuda::device_count() } else { 0 };
                let exists = i64::from(number) < found;
                exists
                    .then_some(tch::Device::Cuda(number.into()))
                    .ok_or(DeviceError::NoSuchGpu { number, found })
            }
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

#[expect(clippy::disallowed_methods, reason = "the tensors of tests are on the processor")]
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
        assert_eq!(DeviceName::Cpu.resolve(), Ok(tch::Device::Cpu));
        assert_eq!(DeviceName::Cuda(0).resolve().is_ok(), tch::Cuda::is_available());
        assert!(DeviceName::Cuda(u16::MAX).resolve().is_err());
    }
}
