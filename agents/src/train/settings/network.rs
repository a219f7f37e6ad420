//! `[network]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::nn::{NetSettings, Trunk, TrunkKind};

/// The neural network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkConfig {
    /// What turns states into features.
    pub trunk: TrunkKind,
    /// Channels of the convolution, or features of each layer of the perceptron.
    #[schemars(range(min = 1, max = 4096))]
    pub channels: u32,
    /// Residual blocks.
    #[schemars(range(min = 0, max = 100))]
    pub blocks: u32,
    /// Bins of the distance head: distances of 0 to one less than this, the last bin taking all beyond.
    #[schemars(range(min = 2, max = 1024))]
    pub distance_bins: u32,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        NetworkConfig { trunk: TrunkKind::Conv, channels: 32, blocks: 3, distance_bins: 64 }
    }
}

impl NetworkConfig {
    /// The settings of the network, which also needs the number of atoms of an action value.
    pub fn settings(&self, q_atoms: usize) -> NetSettings {
        NetSettings {
            trunk: Trunk::of_kind(self.trunk, self.channels as usize, self.blocks as usize),
            max_distance: self.distance_bins as usize - 1,
            q_atoms,
            ..NetSettings::default()
        }
    }
}
