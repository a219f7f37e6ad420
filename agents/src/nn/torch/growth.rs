//! Larger networks that begin as smaller ones (Chen, Goodfellow, Shlens 2016, "Net2Net").
//!
//! Every channel becomes several, which all start with what it had; whoever read it reads all of them, in shares that
//! are drawn and sum to 1. The answers stay the same, and since the shares differ, so do the gradients. The norm over
//! the channels sees the same mean and variance as before. Further blocks start closed and hints untrusted, as in any
//! new network. Further input planes start unread, further output maps as in any new network, and further distances as
//! improbable.
#![expect(clippy::disallowed_methods, reason = "this file places tensors")]

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tch::Tensor;

use super::Network;
use crate::nn::{NetworkPlan, Trunk};

/// The logit of distances that were not told apart before: they are as good as impossible until they are seen.
const UNSEEN: f64 = -20.0;

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
            _ => false,
        }
    }
}

impl NetworkPlan {
    /// What this network becomes on its way to a larger one, as far as it can grow into it without forgetting anything.
    pub fn grown_towards(&self, larger: &NetworkPlan) -> NetworkPlan {
        let mut grown = *self;
        if self.settings.trunk.grows_into(larger.settings.trunk) {
            grown.settings.trunk = larger.settings.trunk;
        }
        if self.shape.hints == 0 {
            grown.shape.hints = larger.shape.hints;
        }
        grown.settings.max_distance = self.settings.max_distance.max(larger.settings.max_distance);
        grown.shape.planes = self.shape.planes.max(larger.shape.planes);
        grown.shape.maps = self.shape.maps.max(larger.shape.maps);
        grown
    }
}

impl Network {
    /// The same network with more channels, blocks, planes, maps or distances, or with its first hints; `None` if it
    /// cannot grow so.
    pub fn grown(&self, larger: &NetworkPlan, seed: u64) -> Option<Network> {
        let plan = self.plan().grown_towards(larger);
        if plan.settings.trunk != larger.settings.trunk
            || plan.settings.wraps != larger.settings.wraps
            || plan.shape.hints != larger.shape.hints
        {
            return None;
        }
        let grown = Network::new(plan, self.device(), seed).ok()?;
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let known = self.named_tensors();
        let outputs = 1 + plan.settings.q_atoms as i64;
        tch::no_grad(|| {
            for (name, mut tensor) in grown.named_tensors() {
                let Some(source) = known.get(&name) else { continue };
                match name.as_str() {
                    "trunk.stem.weight" => {
                        let planes = source.size()[1];
                        let _ = tensor.zero_();
                        let read = spread(source, &with_second(&tensor, planes), &mut rng);
                        tensor.narrow(1, 0, planes).copy_(&read);
                    }
                    "heads.maps.weight" | "heads.maps.bias" => {
                        // Numbered output, then map.
                        let by_output = |of: &Tensor| {
                            let mut size = of.size();
                            size.splice(0..1, [outputs, of.size()[0] / outputs]);
                            size
                        };
                        let maps = source.size()[0] / outputs;
                        let mut size = tensor.size();
                        size[0] = source.size()[0];
                        let read = spread(source, &size, &mut rng);
                        let read = read.view(by_output(&read).as_slice());
                        tensor.view(by_output(&tensor).as_slice()).narrow(1, 0, maps).copy_(&read);
                    }
                    "heads.distance.weight" | "heads.distance.bias" => {
                        let _ = tensor.fill_(if name.ends_with("bias") { UNSEEN } else { 0.0 });
                        tensor.narrow(0, 0, source.size()[0]).copy_(source);
                    }
                    _ => tensor.copy_(&spread(source, &tensor.size(), &mut rng)),
                }
            }
        });
        Some(grown)
    }
}

/// The size of a tensor with another second dimension.
fn with_second(tensor: &Tensor, second: i64) -> Vec<i64> {
    let mut size = tensor.size();
    size[1] = second;
    size
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
