//! Networks that judge pairs of state and goal.
//!
//! A task says what the network sees ([`Encoder`]), a config how large it is ([`NetSettings`]), and the network
//! answers with four heads over one trunk: a policy, action values (dueling), the distance to the goal, and whether
//! it can be reached at all. What needs no libtorch is here without it.

#[cfg(feature = "torch")]
pub mod adam;
mod adam_settings;
pub mod device;
mod encoding;
#[cfg(feature = "torch")]
mod evaluator;
#[cfg(feature = "torch")]
mod growth;
#[cfg(feature = "torch")]
mod heads;
#[cfg(feature = "torch")]
mod input;
#[cfg(feature = "torch")]
mod layers;
#[cfg(feature = "torch")]
mod network;
#[cfg(feature = "torch")]
mod parameters;
mod settings;
#[cfg(feature = "torch")]
mod trunk;
#[cfg(feature = "torch")]
pub mod weights;

pub use adam_settings::AdamSettings;
pub use encoding::{Encoder, Encoding, EncodingRow, EncodingShape};
pub use settings::{NetSettings, NetSettingsError, NetworkPlan, Trunk, TrunkKind, ValueRange};
#[cfg(feature = "torch")]
pub use {
    adam::Adam, evaluator::NetworkEvaluator, heads::ILLEGAL, heads::Outputs, input::Input, input::send,
    network::Network, parameters::Parameters, weights::WeightsError,
};
