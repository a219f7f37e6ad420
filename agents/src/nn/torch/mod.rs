//! Networks on libtorch: what learns.

pub mod adam;
mod device;
mod evaluator;
mod growth;
mod heads;
mod input;
mod layers;
mod network;
mod parameters;
mod per_action;
mod trunk;
pub mod weights;

pub use adam::Adam;
pub use device::one_thread;
pub use evaluator::NetworkEvaluator;
pub use heads::{ILLEGAL, Outputs};
pub use input::{Input, send};
pub use network::Network;
pub use parameters::Parameters;
pub use tch::Device;
