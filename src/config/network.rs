//! `[network]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::net::{NetSettings, Trunk as NetTrunk};

/// The neural network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkConfig {
    /// What turns boards into features.
    pub trunk: Trunk,
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

impl Default for NetworkConfig {
    fn default() -> Self {
        NetworkConfig {
            trunk: Trunk::Conv,
            channels: 32,
            blocks: 3,
            distance_bins: 64,
            rows: 0,
            detours: true,
        }
    }
}

impl NetworkConfig {
    /// The settings of the network, which also needs the number of atoms of an action value.
    pub fn settings(&self, q_atoms: usize) -> NetSettings {
        let (size, blocks) = (self.channels as usize, self.blocks as usize);
        NetSettings {
            trunk: match self.trunk {
                Trunk::Conv => NetTrunk::Conv { channels: size, blocks },
                Trunk::Mlp => NetTrunk::Mlp { width: size, blocks },
            },
            max_distance: self.distance_bins as usize - 1,
            q_atoms,
            ..NetSettings::default()
        }
    }
}

/// What turns boards into features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trunk {
    /// Residual convolutions, for boards of any size.
    Conv,
    /// A residual perceptron over the whole board, fast on CPUs.
    Mlp,
}
