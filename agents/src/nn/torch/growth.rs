//! Larger networks that begin as smaller ones (Chen, Goodfellow, Shlens 2016, "Net2Net").
//!
//! Every channel becomes several, which all start with what it had; whoever read it reads all of them, in shares that
//! are drawn and sum to 1. The answers stay the same, and since the shares differ, so do the gradients. The norm over
//! the channels sees the same mean and variance as before. Further blocks start closed and hints untrusted, as in any new
//! network.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tch::Tensor;

use super::Network;
use crate::nn::{NetworkPlan, Trunk};

/// The smallest part of a share, so that no twin starts unread.
const LEAST: f32 = 0.5;

impl Trunk {
    /// Whether a network with this trunk can become one with a larger trunk without forgetting anything.
    pub fn grows_into(self, larger: Trunk) -> bool {
        match (self, larger) {
            (
                Trunk::Conv { channels, blocks },
                Trunk::Conv { channels: more_channels, blocks: more_blocks },
            ) => channels > 0 && more_channels.is_multiple_of(channels) && more_blocks >= blocks,
            (Trunk::Mlp { .. } | Trunk::Conv { .. }, _) => false,
        }
    }
}

impl Network {
    /// The same network with more channels or blocks, or with its first hints; `None` if it cannot grow so.
    pub fn grown(&self, trunk: Trunk, hints: usize, seed: u64) -> Option<Network> {
        let mut plan: NetworkPlan = *self.plan();
        if !plan.settings.trunk.grows_into(trunk) || ![0, hints].contains(&plan.shape.hints) {
            return None;
        }
        plan.settings.trunk = trunk;
        plan.shape.hints = hints;
        let larger = Network::new(plan, self.device(), seed).ok()?;
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let known = self.named_tensors();
        tch::no_grad(|| {
            for (name, mut tensor) in larger.named_tensors() {
                if let Some(source) = known.get(&name) {
                    tensor.copy_(&spread(source, &tensor.size(), &mut rng));
                }
            }
        });
        Some(larger)
    }
}

/// Copies along the outputs, the first dimension, and drawn shares along the inputs, the second.
fn spread(source: &Tensor, size: &[i64], rng: &mut Pcg64Mcg) -> Tensor {
    let copies = |dimension: usize| size[dimension] / source.size()[dimension];
    let copied = source.repeat_interleave_self_int(copies(0), 0, None);
    if size.len() == 1 || copies(1) == 1 {
        return copied;
    }
    let (outputs, inputs, twins) = (size[0], source.size()[1], copies(1));
    let count = (outputs * inputs * twins) as usize;
    let draws: Vec<f32> = (0..count).map(|_| LEAST + rng.random::<f32>()).collect();
    let draws = Tensor::from_slice(&draws).view([outputs, inputs, twins]).to_device(source.device());
    let shares = &draws / draws.sum_dim_intlist(2i64, true, tch::Kind::Float);
    let mut shape = vec![outputs, inputs * twins];
    shape.resize(size.len(), 1);
    copied.repeat_interleave_self_int(twins, 1, None) * shares.reshape(shape)
}
