//! Where networks run and with how many threads.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "torch")]
pub use tch::Device;
use thiserror::Error;

/// What the user asks for: `cpu`, `cuda` or `auto`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The processor.
    Cpu,
    /// The first NVIDIA GPU; an error if there is none.
    Cuda,
    /// The first NVIDIA GPU if there is one, else the processor.
    #[default]
    Auto,
}

/// Why a device cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeviceError {
    /// Not one of the three names.
    #[error("unknown device `{0}`: expected cpu, cuda or auto")]
    Unknown(String),
    /// No GPU, or a libtorch without CUDA.
    #[error("device `cuda` asked for, but this libtorch finds no CUDA GPU: use cpu or auto")]
    NoCuda,
}

impl DeviceChoice {
    /// The device itself, once libtorch has been asked what is there.
    #[cfg(feature = "torch")]
    pub fn resolve(self) -> Result<tch::Device, DeviceError> {
        match (self, tch::Device::cuda_if_available()) {
            (Self::Cpu, _) => Ok(tch::Device::Cpu),
            (Self::Cuda, tch::Device::Cpu) => Err(DeviceError::NoCuda),
            (Self::Cuda | Self::Auto, best) => Ok(best),
        }
    }
}

impl FromStr for DeviceChoice {
    type Err = DeviceError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda),
            "auto" => Ok(Self::Auto),
            other => Err(DeviceError::Unknown(other.to_owned())),
        }
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Auto => "auto",
        })
    }
}

/// Lets one thread do all of an operation that the calling thread asks of libtorch.
///
/// libtorch would take all cores for each calling thread. Small batches on busy cores then spend their time waiting
/// for each other, a hundred times slower than with one thread. It keeps the number for each calling thread.
#[cfg(feature = "torch")]
pub fn one_thread() {
    tch::set_num_threads(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for choice in [DeviceChoice::Cpu, DeviceChoice::Cuda, DeviceChoice::Auto] {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        let error = "gpu".parse::<DeviceChoice>().unwrap_err();
        assert_eq!(error.to_string(), "unknown device `gpu`: expected cpu, cuda or auto");
    }

    #[cfg(feature = "torch")]
    #[test]
    fn the_chosen_device_computes_with_one_thread() {
        one_thread();
        assert_eq!(tch::get_num_threads(), 1);
        let device = DeviceChoice::Auto.resolve().unwrap();
        let x = tch::Tensor::arange(6, (tch::Kind::Float, device)).reshape([2, 3]);
        assert_eq!(x.matmul(&x.tr()).sum(tch::Kind::Float).double_value(&[]), 83.0);
    }

    #[cfg(feature = "torch")]
    #[test]
    fn cuda_is_an_error_exactly_where_there_is_none() {
        assert_eq!(DeviceChoice::Cpu.resolve(), Ok(tch::Device::Cpu));
        assert_eq!(DeviceChoice::Cuda.resolve().is_ok(), tch::Cuda::is_available());
    }
}
