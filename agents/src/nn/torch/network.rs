//! A network: trunk and heads, with weights that can be saved, sent and copied.

use std::path::Path;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tch::nn::VarStore;
use tch::{Device, Tensor};

use super::heads::Heads;
use super::layers::Builder;
use super::trunk::TrunkNet;
use super::weights::{self, NamedTensors};
use super::{Input, Outputs, Parameters};
use crate::nn::{NetSettingsError, NetworkPlan, TensorPlace, WeightsError};

/// A network on a device; it belongs to one thread at a time, and weights travel between threads as bytes.
#[derive(Debug)]
pub struct Network {
    plan: NetworkPlan,
    store: VarStore,
    trunk: TrunkNet,
    heads: Heads,
    parameters: Parameters,
}

impl Network {
    /// A network with random weights, the same for the same seed.
    pub fn new(plan: NetworkPlan, device: Device, seed: u64) -> Result<Self, NetSettingsError> {
        plan.validate()?;
        let store = VarStore::new(device);
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut builder = Builder { path: store.root(), rng: &mut rng };
        let trunk = TrunkNet::new(builder.sub("trunk"), &plan);
        let heads = Heads::new(builder.sub("heads"), &plan);
        let parameters = Parameters::new(&store);
        Ok(Network { plan, store, trunk, heads, parameters })
    }

    /// What the network was built from.
    pub fn plan(&self) -> &NetworkPlan {
        &self.plan
    }

    /// Where the network is.
    pub fn device(&self) -> Device {
        self.store.device()
    }

    /// Answers a batch.
    pub fn forward(&self, input: &Input) -> Outputs {
        self.heads.forward(&self.trunk.forward(&input.planes), input)
    }

    /// With several atoms a value: what they stand for, `[atoms]`.
    pub fn support(&self) -> &Tensor {
        self.heads.support()
    }

    /// The weights.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The weights, to be changed.
    pub fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    /// The weights by name; the tensors are the network's own, not copies.
    pub fn named_tensors(&self) -> NamedTensors {
        self.store.variables().into_iter().collect()
    }

    /// The name and the shape of every tensor, and where its numbers begin in the vector of all weights.
    pub fn layout(&self) -> Vec<TensorPlace> {
        let place = |(name, tensor): (String, Tensor)| {
            let shape = tensor.size().into_iter().map(|length| length as usize).collect();
            TensorPlace { name, shape, offset: self.parameters.offset(&tensor) }
        };
        self.named_tensors().into_iter().map(place).collect()
    }

    /// The weights as bytes, to be sent to an equal network or kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        weights::to_bytes(&self.named_tensors())
    }

    /// Takes on weights; after an error the network is as it was before.
    pub fn load_bytes(&mut self, bytes: &[u8]) -> Result<(), WeightsError> {
        weights::assign(&mut self.named_tensors(), &weights::from_bytes(bytes)?)
    }

    /// Writes the weights to a safetensors file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        weights::write_file(path, &self.to_bytes())
    }

    /// Takes on the weights of a safetensors file; after an error the network is as it was before.
    pub fn load(&mut self, path: &Path) -> Result<(), WeightsError> {
        weights::load_file(path, |bytes| self.load_bytes(bytes))
    }
}
