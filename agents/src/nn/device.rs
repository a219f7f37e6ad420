//! Where networks run.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
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
