//! Regressors that guess how many steps a board is from one target; a new target needs a new one.
//!
//! All of them are small programs of our own. The boards are 200 bits, of which some seventy are set. That makes a
//! forest grow some twenty times faster than the general one of a library (docs/baseline.md has the measurement), and
//! one guess of the thesis' network 1400 additions, which is less than what a call of libtorch costs before it adds.

mod adam;
mod assess;
mod cells;
mod convolution;
mod forest;
mod kind;
mod linear;
mod model;
mod neighbours;
mod network;
mod perceptron;
mod store;

pub use assess::{Assessment, Quartiles, Truth};
pub use convolution::Convolution;
pub use forest::Forest;
pub use kind::{ModelKind, UnknownModel};
pub use linear::LinearRegressor;
pub use model::{FitSettings, TrainedRegressor};
pub use neighbours::Neighbours;
pub use perceptron::Perceptron;
pub use store::{RegressorError, TrainedModel, load_model, save_model};
