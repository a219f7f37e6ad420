//! Networks that judge pairs of state and goal.
//!
//! A task says what the network sees ([`Encoder`]), a config how large it is ([`NetSettings`]), and the network
//! answers with four heads over one trunk: a policy, action values (dueling), the distance to the goal, and whether
//! it can be reached at all. What needs no libtorch is here without it.

mod adam_settings;
pub mod device;
mod encoding;
mod layout;
mod settings;
#[cfg(feature = "torch")]
mod torch;
mod weights_error;

pub use adam_settings::AdamSettings;
pub use encoding::{Encoder, Encoding, EncodingRow, EncodingShape};
pub use layout::TensorPlace;
pub use settings::{NetSettings, NetSettingsError, NetworkPlan, Trunk, TrunkKind, ValueRange};
#[cfg(feature = "torch")]
pub use torch::*;
pub use weights_error::WeightsError;
