//! Where networks run.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};
use thiserror::Error;

/// What the user asks for: `cpu`, `cuda` or `auto`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Display, EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = DeviceError, parse_err_fn = DeviceError::unknown)]
pub enum DeviceChoice {
    /// The processor.
    Cpu,
    /// The first NVIDIA GPU; an error if there is none.
    Cuda,
    /// The first NVIDIA GPU if there is one, else the processor.
    #[default]
    Auto,
}

/// One device among several: `cpu`, or `cuda:0` and so on.
///
/// ```
/// use tetreach_agents::nn::device::DeviceName;
///
/// assert_eq!("cuda:1".parse(), Ok(DeviceName::Cuda(1)));
/// assert!("cuda:one".parse::<DeviceName>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceName {
    /// The processor.
    Cpu,
    /// The NVIDIA GPU with this number.
    Cuda(u16),
}

impl FromStr for DeviceName {
    type Err = DeviceError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.strip_prefix("cuda:").map(str::parse) {
            None if name == "cpu" => Ok(Self::Cpu),
            Some(Ok(number)) => Ok(Self::Cuda(number)),
            _ => Err(DeviceError::UnknownName(name.to_owned())),
        }
    }
}

/// Why a device cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DeviceError {
    /// Not one of the three names.
    #[error("unknown device `{0}`: expected cpu, cuda or auto")]
    Unknown(String),
    /// Not the name of one device.
    #[error("unknown device `{0}` in run.devices: expected cpu, cuda:0, cuda:1 and so on")]
    UnknownName(String),
    /// Fewer GPUs than that.
    #[error("run.devices names cuda:{number}, but this libtorch finds {found} CUDA GPUs")]
    NoSuchGpu {
        /// The GPU asked for.
        number: u16,
        /// How many there are.
        found: i64,
    },
    /// No GPU, or a libtorch without CUDA.
    #[error("device `cuda` asked for, but this libtorch finds no CUDA GPU: use cpu or auto")]
    NoCuda,
}

impl DeviceError {
    fn unknown(name: &str) -> Self {
        DeviceError::Unknown(name.to_owned())
    }
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
}
