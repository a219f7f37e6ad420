//! Where tensors lie in a vector of all weights.

use serde::{Deserialize, Serialize};

/// The place of one tensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorPlace {
    /// Its name in files.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its first number.
    pub offset: usize,
}
