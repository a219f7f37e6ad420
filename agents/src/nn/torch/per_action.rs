//! The head of networks that judge each action by itself.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use tch::{Kind, Tensor};

use super::Input;
use super::layers::{Builder, HEAD, LinearLayer, RELU};

/// Dense layers from what is told of an action to its outputs, the same for all actions.
#[derive(Debug)]
pub(super) struct PerAction {
    hidden: Vec<LinearLayer>,
    last: LinearLayer,
}

impl PerAction {
    pub fn new(mut builder: Builder<'_>, hints: usize, width: usize, layers: usize, outputs: usize) -> Self {
        let inputs = |layer: usize| if layer == 0 { hints } else { width };
        let hidden = (0..layers)
            .map(|layer| LinearLayer::new(builder.sub(&format!("layer{layer}")), inputs(layer), width, RELU));
        PerAction {
            hidden: hidden.collect(),
            last: LinearLayer::new(builder.sub("last"), inputs(layers), outputs, HEAD),
        }
    }

    /// `[batch, outputs, actions]`, 0 for illegal actions, of which nothing is computed: most actions are illegal where
    /// the state says what can be placed.
    pub fn forward(&self, input: &Input, outputs: i64) -> Tensor {
        let size = input.legal.size();
        let legal = input.legal.reshape([-1]).nonzero().squeeze_dim(1);
        let told = input.hints.transpose(1, 2).reshape([size[0] * size[1], -1]).index_select(0, &legal);
        let inner = self.hidden.iter().fold(told, |x, layer| layer.forward(&x).relu());
        let answers = self.last.forward(&inner);
        let all = Tensor::zeros([size[0] * size[1], outputs], (Kind::Float, input.hints.device()));
        all.index_add(0, &legal, &answers).view([size[0], size[1], outputs]).transpose(1, 2)
    }
}
