//! The size and the shape of a network.

use std::ops::Not;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::EncodingShape;

/// The part of the network that all heads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Trunk {
    /// Residual convolutions; actions are read from output maps at the cells where they land.
    Conv {
        /// The number of channels.
        channels: usize,
        /// The number of residual blocks, two 3x3 convolutions each.
        blocks: usize,
    },
    /// Residual dense layers over all inputs at once, for problems without neighbourhood.
    Mlp {
        /// The number of units of a layer.
        width: usize,
        /// The number of residual blocks, two layers each.
        blocks: usize,
    },
    /// No trunk: every action is judged by itself, by the same dense layers for all of them, from what the task tells
    /// of it ([`EncodingShape::hints`]). Where that describes the state after the action, values are those of
    /// after-states.
    PerAction {
        /// The number of units of a hidden layer.
        width: usize,
        /// The number of hidden layers; without one, values are linear in what is told.
        layers: usize,
    },
}

impl Trunk {
    /// A trunk of a kind: `size` channels or units of a layer, and `blocks` residual blocks or hidden layers.
    pub fn of_kind(kind: TrunkKind, size: usize, blocks: usize) -> Self {
        match kind {
            TrunkKind::Conv => Trunk::Conv { channels: size, blocks },
            TrunkKind::Mlp => Trunk::Mlp { width: size, blocks },
            TrunkKind::PerAction => Trunk::PerAction { width: size, layers: blocks },
        }
    }

    /// Whether hints are added to what the trunk says of actions, in shares that depend on the state.
    pub(crate) fn trusts_hints(self, shape: &EncodingShape) -> bool {
        shape.hints > 0 && !matches!(self, Trunk::PerAction { .. })
    }
}

/// What turns boards into features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrunkKind {
    /// Residual convolutions, for boards of any size.
    Conv,
    /// A residual perceptron over the whole board, fast on CPUs.
    Mlp,
    /// A perceptron that judges each action by itself, by what the game tells of it; linear if it has no `blocks`.
    PerAction,
}

/// How large a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetSettings {
    /// The part that all heads share.
    pub trunk: Trunk,
    /// The number of units between the pooled features and the state's own outputs: value, distance, reachability.
    pub head_width: usize,
    /// The largest distance told apart: the distance head has a class for each of 0 to this, the last for all beyond.
    pub max_distance: usize,
    /// The number of classes that the value of an action is spread over; 1 means one plain number.
    pub q_atoms: usize,
    /// Whether opposite edges of the board are neighbours, as on a torus; else convolutions see zeros beyond them.
    #[serde(skip_serializing_if = "Not::not")]
    pub wraps: bool,
}

impl Default for NetSettings {
    fn default() -> Self {
        NetSettings {
            trunk: Trunk::Conv { channels: 32, blocks: 3 },
            head_width: 64,
            max_distance: 32,
            q_atoms: 1,
            wraps: false,
        }
    }
}

/// The lowest and the highest value that the rewards of a task allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueRange {
    /// The lowest.
    pub low: f32,
    /// The highest.
    pub high: f32,
}

impl ValueRange {
    /// The range where every step costs 1 but the last, `[-1 / (1 - discount), 0]`, for a discount below 1.
    pub fn of_step_costs(discount: f32) -> Self {
        ValueRange { low: -1.0 / (1.0 - discount), high: 0.0 }
    }

    /// The length of the range.
    pub fn span(&self) -> f32 {
        self.high - self.low
    }
}

/// All that is needed to build a network again for weights that were saved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkPlan {
    /// How large it is.
    pub settings: NetSettings,
    /// What it sees; a convolution accepts other heights, widths and action counts too.
    pub shape: EncodingShape,
    /// What its action values range over.
    pub value_range: ValueRange,
}

/// What is wrong with the plan of a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("network settings: {reason}")]
pub struct NetSettingsError {
    reason: &'static str,
}

impl NetworkPlan {
    /// Checks the numbers, which may come from a config file.
    pub fn validate(&self) -> Result<(), NetSettingsError> {
        let NetworkPlan { settings, shape, value_range } = self;
        let (width, maps) = match settings.trunk {
            Trunk::Conv { channels, .. } => (channels, shape.maps),
            Trunk::Mlp { width, .. } | Trunk::PerAction { width, .. } => (width, 1),
        };
        let is_flat = matches!(settings.trunk, Trunk::Conv { .. });
        let is_told = !matches!(settings.trunk, Trunk::PerAction { .. }) || shape.hints > 0;
        for (holds, reason) in [
            (width > 0, "the trunk has at least 1 channel or unit"),
            (settings.head_width > 0, "head_width is at least 1"),
            (settings.q_atoms > 0, "q_atoms is at least 1"),
            (shape.inputs() > 0, "the encoding has at least 1 input"),
            (shape.actions > 0, "the encoding has at least 1 action"),
            (maps > 0, "a convolution needs an encoding with maps to read actions from"),
            (is_flat || !settings.wraps, "only a convolution wraps around the board"),
            (is_told, "a network that judges each action by itself needs an encoding with hints"),
            (
                value_range.low.is_finite() && value_range.high.is_finite() && value_range.span() > 0.0,
                "the value range is finite and not empty",
            ),
        ] {
            if !holds {
                return Err(NetSettingsError { reason });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_plans_are_refused() {
        let sound = NetworkPlan {
            settings: NetSettings::default(),
            shape: EncodingShape { planes: 1, height: 2, width: 2, maps: 1, actions: 4, hints: 0 },
            value_range: ValueRange::of_step_costs(0.5),
        };
        assert_eq!((sound.validate(), sound.value_range.low), (Ok(()), -2.0));
        let settings = sound.settings;
        for broken in [
            NetworkPlan { settings: NetSettings { q_atoms: 0, ..settings }, ..sound },
            NetworkPlan { shape: EncodingShape { maps: 0, ..sound.shape }, ..sound },
            NetworkPlan { shape: EncodingShape { actions: 0, ..sound.shape }, ..sound },
            NetworkPlan {
                settings: NetSettings { trunk: Trunk::PerAction { width: 4, layers: 1 }, ..settings },
                ..sound
            },
            NetworkPlan {
                settings: NetSettings { trunk: Trunk::Mlp { width: 4, blocks: 1 }, wraps: true, ..settings },
                ..sound
            },
            NetworkPlan { value_range: ValueRange::of_step_costs(1.0), ..sound },
            NetworkPlan { value_range: ValueRange { low: 1.0, high: 1.0 }, ..sound },
        ] {
            assert!(broken.validate().is_err(), "{broken:?}");
        }
    }
}
