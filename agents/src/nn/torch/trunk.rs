//! The trunks: residual blocks with the norm in front (He et al. 2016, "Identity Mappings"; LayerNorm for BatchNorm).

use tch::{Kind, Tensor};

use super::layers::{Builder, CLOSING, Conv, LinearLayer, Norm, RELU};
use crate::nn::{NetworkPlan, Trunk};

/// The weights of a trunk.
#[derive(Debug)]
pub(super) enum TrunkNet {
    Conv {
        stem: Conv,
        blocks: Vec<ConvBlock>,
        norm: Norm,
    },
    Mlp {
        stem: LinearLayer,
        blocks: Vec<MlpBlock>,
        norm: Norm,
    },
    /// Nothing: actions are judged without it.
    PerAction,
}

#[derive(Debug)]
pub(super) struct ConvBlock {
    norms: [Norm; 2],
    convs: [Conv; 2],
}

#[derive(Debug)]
pub(super) struct MlpBlock {
    norm: Norm,
    layers: [LinearLayer; 2],
}

/// What a trunk makes of its input.
pub(super) struct TrunkOutput {
    /// Convolution only: `[batch, channels, height, width]`.
    pub cells: Option<Tensor>,
    /// All of it in one vector, `[batch, pooled]`.
    pub pooled: Tensor,
}

impl TrunkNet {
    pub fn new(mut builder: Builder<'_>, plan: &NetworkPlan) -> Self {
        let (shape, wraps) = (plan.shape, plan.settings.wraps);
        match plan.settings.trunk {
            Trunk::Conv { channels, blocks } => TrunkNet::Conv {
                stem: Conv::new(builder.sub("stem"), shape.planes, channels, 3, RELU).wrapping(wraps),
                blocks: (0..blocks)
                    .map(|i| ConvBlock::new(builder.sub(&format!("block{i}")), channels, wraps))
                    .collect(),
                norm: Norm::new(builder.sub("norm"), channels),
            },
            Trunk::Mlp { width, blocks } => TrunkNet::Mlp {
                stem: LinearLayer::new(builder.sub("stem"), shape.inputs(), width, RELU),
                blocks: (0..blocks)
                    .map(|i| MlpBlock::new(builder.sub(&format!("block{i}")), width))
                    .collect(),
                norm: Norm::new(builder.sub("norm"), width),
            },
            Trunk::PerAction { .. } => TrunkNet::PerAction,
        }
    }

    /// The length of the pooled features.
    pub fn pooled_size(trunk: Trunk) -> usize {
        match trunk {
            Trunk::Conv { channels, .. } => 2 * channels,
            Trunk::Mlp { width, .. } => width,
            // A zero, so that the state's own outputs are constants.
            Trunk::PerAction { .. } => 1,
        }
    }

    pub fn forward(&self, planes: &Tensor) -> TrunkOutput {
        match self {
            TrunkNet::Conv { stem, blocks, norm } => {
                let x = stem.forward(&channels_last(planes));
                let x = blocks.iter().fold(x, |x, block| block.forward(&x));
                let cells = norm.forward_channels(&x);
                // Mean and maximum, as KataGo's global pooling (Wu 2019): how much there is, and whether there is any.
                let flat = cells.flatten(2, 3);
                let pooled = Tensor::cat(&[flat.mean_dim(2i64, false, None), flat.max_dim(2, false).0], 1);
                TrunkOutput { cells: Some(cells), pooled }
            }
            TrunkNet::Mlp { stem, blocks, norm } => {
                let x = stem.forward(&planes.flatten(1, -1));
                let x = blocks.iter().fold(x, |x, block| block.forward(&x));
                TrunkOutput { cells: None, pooled: norm.forward(&x).relu() }
            }
            TrunkNet::PerAction => {
                let zero = planes.new_zeros([planes.size()[0], 1], (Kind::Float, planes.device()));
                TrunkOutput { cells: None, pooled: zero }
            }
        }
    }
}

impl ConvBlock {
    fn new(mut builder: Builder<'_>, channels: usize, wraps: bool) -> Self {
        ConvBlock {
            norms: [Norm::new(builder.sub("norm0"), channels), Norm::new(builder.sub("norm1"), channels)],
            convs: [
                Conv::new(builder.sub("conv0"), channels, channels, 3, RELU).wrapping(wraps),
                Conv::new(builder.sub("conv1"), channels, channels, 3, CLOSING).wrapping(wraps),
            ],
        }
    }

    fn forward(&self, x: &Tensor) -> Tensor {
        let inner = self.convs[0].forward(&self.norms[0].forward_channels(x));
        x + self.convs[1].forward(&self.norms[1].forward_channels(&inner))
    }
}

impl MlpBlock {
    fn new(mut builder: Builder<'_>, width: usize) -> Self {
        MlpBlock {
            norm: Norm::new(builder.sub("norm"), width),
            layers: [
                LinearLayer::new(builder.sub("layer0"), width, width, RELU),
                LinearLayer::new(builder.sub("layer1"), width, width, CLOSING),
            ],
        }
    }

    fn forward(&self, x: &Tensor) -> Tensor {
        x + self.layers[1].forward(&self.layers[0].forward(&self.norm.forward(x)).relu_())
    }
}

/// The same tensor with the channels of a cell side by side in memory: convolutions then need no reordering, and the
/// norm over the channels runs along memory.
fn channels_last(planes: &Tensor) -> Tensor {
    planes.permute([0, 2, 3, 1]).contiguous().permute([0, 3, 1, 2])
}
