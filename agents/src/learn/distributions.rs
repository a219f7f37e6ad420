//! What one update looked like in detail.

/// Many numbers of one update, for histograms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distributions {
    /// The values of the actions taken.
    pub q_values: Vec<f32>,
    /// The number of steps to the goal that the network expects.
    pub distances: Vec<f32>,
    /// The sizes of the value errors; empty without Q-learning.
    pub td_errors: Vec<f32>,
    /// The matrices and kernels by the names of their layers, before the update.
    pub weights: Vec<(String, Vec<f32>)>,
    /// The gradients of the same, before their length was limited.
    pub gradients: Vec<(String, Vec<f32>)>,
}
