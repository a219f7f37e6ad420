//! Where tensors lie in a vector of all weights.

/// The place of one tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorPlace {
    /// Its name in files.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its first number.
    pub offset: usize,
}
