//! What may be wrong with the weights of a network.

use std::path::PathBuf;

use thiserror::Error;

use super::settings::NetSettingsError;
use crate::file::FileError;

/// Why weights cannot be read or written.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The plan of the network makes no sense.
    #[error(transparent)]
    Plan(#[from] NetSettingsError),
    /// Not the format, or cut short.
    #[error("these are no weights in the safetensors format ({reason})")]
    Damaged {
        /// What is wrong.
        reason: String,
    },
    /// Weights of another network.
    #[error("the weights lack `{name}`: they belong to a network with other settings")]
    Missing {
        /// The tensor that is not there.
        name: String,
    },
    /// Weights of another network.
    #[error("the weights have `{name}`, which this network has not: they belong to one with other settings")]
    Unexpected {
        /// The tensor that is too much.
        name: String,
    },
    /// Weights of another network.
    #[error("`{name}` has the shape {found:?} where this network has {expected:?}: other settings made it")]
    Shape {
        /// The tensor.
        name: String,
        /// The shape in the network.
        expected: Vec<usize>,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// The file cannot be read or written.
    #[error(transparent)]
    System(#[from] FileError),
    /// The file holds something else.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<WeightsError>,
    },
}
