//! Networks on libtorch: on a GPU, or on the processor to compare with.

use tetreach_agents::nn::{Device, Network, NetworkEvaluator};
use tetreach_agents::serve::ServerSettings;
use tetreach_agents::store::Model;

use super::backend::{Backend, BoardEvaluator};
use super::player::{encoder, reverse_encoder};
use crate::game::Size;
use crate::reach::Direction;

/// A device of libtorch.
///
/// A GPU has one owner, because all threads would share its one stream, and waits longer for larger batches, because a
/// batch of 256 takes it hardly longer than one of 1.
#[derive(Clone, Copy, Debug)]
pub struct LibtorchBackend {
    /// The device.
    pub device: Device,
}

impl Backend for LibtorchBackend {
    fn evaluator(&self, model: &Model, size: Size, direction: Direction) -> Option<BoardEvaluator> {
        let mut network = Network::new(model.card().network, self.device, 0).ok()?;
        network.load_bytes(model.weights()).ok()?;
        Some(match direction {
            Direction::Forward => Box::new(NetworkEvaluator::new(encoder(model, size)?, network)),
            Direction::Backward => Box::new(NetworkEvaluator::new(reverse_encoder(model, size)?, network)),
        })
    }

    fn evaluators(&self) -> usize {
        1
    }

    fn server(&self) -> ServerSettings {
        if self.device.is_cuda() {
            ServerSettings { batch: 1024, wait: 1000, ..ServerSettings::default() }
        } else {
            ServerSettings { batch: 32, ..ServerSettings::default() }
        }
    }
}
