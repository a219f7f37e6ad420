//! `[network]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::nn::{NetSettings, TrunkKind};
use tetreach_agents::train::settings::NetworkConfig;

/// The neural network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReachNetworkConfig {
    /// What turns boards into features.
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
    /// Rows from the bottom that the network learns from, 0 for all; fewer are faster, and hide what lies higher.
    #[schemars(range(min = 0, max = 32))]
    pub rows: u8,
    /// Whether the network is told of each placement whether counting cells, or a piece that is forced after it, speaks
    /// against it: a detour, or a dead end.
    pub detours: bool,
}

impl Default for ReachNetworkConfig {
    fn default() -> Self {
        ReachNetworkConfig {
            trunk: TrunkKind::Conv,
            channels: 32,
            blocks: 3,
            distance_bins: 64,
            rows: 0,
            detours: true,
        }
    }
}

impl ReachNetworkConfig {
    /// The settings of the network, which also needs the number of atoms of an action value.
    pub fn settings(&self, q_atoms: usize) -> NetSettings {
        let Self { trunk, channels, blocks, distance_bins, .. } = *self;
        NetworkConfig { trunk, channels, blocks, distance_bins }.settings(q_atoms)
    }
}
