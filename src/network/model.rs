//! Trained weights from a run folder, a checkpoint or a file, with the card that says what they are.

use std::fs;
use std::path::{Path, PathBuf};

use tetreach_agents::evaluate::Policy;
use tetreach_agents::learn::LearnError;
use tetreach_agents::nn::device::Device;
use tetreach_agents::nn::{Network, NetworkEvaluator, NetworkPlan, Trunk, WeightsError};
use thiserror::Error;

use crate::game::Size;
use crate::reach::ReachEncoder;
use crate::reach::ReachTask;
use crate::shipped;
use tetreach_agents::store::card::Card;
use tetreach_agents::store::checkpoint::{CARD, Checkpoint, CheckpointError, Checkpoints, Place, WEIGHTS};
use tetreach_agents::store::run_dir::CHECKPOINTS;

/// Why there is no network.
#[derive(Debug, Error)]
pub enum ModelError {
    /// Nothing is there.
    #[error("there is no checkpoint at {}: give a run folder, a checkpoint folder or its weights.safetensors", path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// The card cannot be read.
    #[error("the checkpoint {} is damaged: {reason}", path.display())]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The checkpoint cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The weights cannot be read.
    #[error("the checkpoint {} is damaged: {source}", path.display())]
    Weights {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        source: WeightsError,
    },
    /// The weights are of another network than the one that is to start from them.
    #[error(
        "a run cannot start from {}: its network has {found}, but the config asks for {expected}",
        path.display()
    )]
    OtherNetwork {
        /// The checkpoint.
        path: PathBuf,
        /// What its network has.
        found: String,
        /// What the config asks for.
        expected: String,
    },
    /// The card tells of a network that cannot be.
    #[error(transparent)]
    Network(#[from] LearnError),
}

/// Weights with their card.
#[derive(Clone, Debug)]
pub struct Model {
    path: PathBuf,
    card: Card,
    weights: Vec<u8>,
}

/// A network that plays on boards of one size.
pub type NetworkPlayer = Policy<ReachTask, NetworkEvaluator<ReachEncoder>>;

impl Model {
    /// Reads what `path` names: of a run the best checkpoint, or the last if none was judged yet.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        let (card, weights) = if path.join(CHECKPOINTS).is_dir() {
            let checkpoints = Checkpoints::look(&path.join(CHECKPOINTS));
            let found = match checkpoints.load(Place::Best) {
                Err(CheckpointError::Missing { .. }) => checkpoints.load(Place::Last),
                found => found,
            };
            read(&found?)?
        } else if path.join("manifest.json").is_file() {
            read(&Checkpoint::open(path)?)?
        } else {
            let weights = if path.is_dir() { path.join(WEIGHTS) } else { path.to_owned() };
            if !weights.is_file() {
                return Err(ModelError::Missing { path: path.into() });
            }
            let bytes = |path: &Path| fs::read(path).map_err(CheckpointError::io("read", path));
            (bytes(&weights.with_file_name(CARD))?, bytes(&weights)?)
        };
        Self::assemble(path, &card, weights)
    }

    /// The agent that comes with the program.
    pub fn shipped() -> Result<Self, ModelError> {
        Self::assemble(Path::new("inside the program"), shipped::CARD, shipped::WEIGHTS.to_vec())
    }

    /// What `path` names, or what comes with the program.
    pub fn load_or_shipped(path: Option<&Path>) -> Result<Self, ModelError> {
        path.map_or_else(Self::shipped, Self::load)
    }

    fn assemble(path: &Path, card: &[u8], weights: Vec<u8>) -> Result<Self, ModelError> {
        let card = serde_json::from_slice(card)
            .map_err(|error| ModelError::Damaged { path: path.into(), reason: format!("{CARD}: {error}") })?;
        let model = Model { path: path.into(), card, weights };
        // Finds out now, not in the middle of a search, whether card and weights fit together.
        model.network(Device::Cpu)?;
        Ok(model)
    }

    /// What the weights are.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The weights that a network of this plan starts from: the same, or those of a smaller network spread over a
    /// larger one; an error names the first difference that no growth explains.
    pub fn weights_for(&self, plan: &NetworkPlan, seed: u64) -> Result<Vec<u8>, ModelError> {
        let own = self.card.network;
        let (trunk, hints) = (plan.settings.trunk, plan.shape.hints);
        let mut grown = own;
        if own.settings.trunk.grows_into(trunk) {
            grown.settings.trunk = trunk;
        }
        if own.shape.hints == 0 {
            grown.shape.hints = hints;
        }
        if let Some((found, expected)) = first_difference(&grown, plan) {
            return Err(ModelError::OtherNetwork { path: self.path.clone(), found, expected });
        }
        if own.settings.trunk == trunk && own.shape.hints == hints {
            return Ok(self.weights.clone());
        }
        let larger = self.network(Device::Cpu)?.grown(trunk, hints, seed);
        Ok(larger.expect("invariant: it was asked before").to_bytes())
    }

    /// The network itself.
    pub fn network(&self, device: Device) -> Result<Network, ModelError> {
        let mut network = Network::new(self.card.network, device, 0).map_err(LearnError::from)?;
        let loaded = network.load_bytes(&self.weights);
        loaded.map_err(|source| ModelError::Weights { path: self.path.clone(), source })?;
        Ok(network)
    }

    /// Who plays by the network on the boards of a task; `None` if it cannot see boards of this size.
    pub fn player(&self, task: ReachTask, device: Device) -> Result<Option<NetworkPlayer>, ModelError> {
        let (size, shape): (Size, _) = (task.settings().size, self.card.network.shape);
        let encoder = ReachEncoder::new(size).with_detours(shape.hints > 0);
        let encoder = match self.card.network.settings.trunk {
            Trunk::Conv { .. } => encoder,
            Trunk::Mlp { .. } => {
                let encoder = encoder.with_rows(shape.height);
                if tetreach_agents::nn::Encoder::shape(&encoder) != shape {
                    return Ok(None);
                }
                encoder
            }
        };
        let evaluator = NetworkEvaluator::new(encoder, self.network(device)?);
        Ok(Some(Policy::new(task, evaluator, self.card.greedy)))
    }
}

/// The first thing in which two networks differ that weights depend on.
fn first_difference(found: &NetworkPlan, expected: &NetworkPlan) -> Option<(String, String)> {
    let describe = |plan: &NetworkPlan| {
        let (settings, shape) = (&plan.settings, &plan.shape);
        let (trunk, seen) = match settings.trunk {
            Trunk::Conv { channels, blocks } => {
                (format!("a convolution of {channels} channels and {blocks} blocks"), String::new())
            }
            Trunk::Mlp { width, blocks } => (
                format!("a perceptron of {width} features and {blocks} blocks"),
                format!("a view of {} rows and {} columns", shape.height, shape.width),
            ),
        };
        [
            trunk,
            seen,
            format!("{} distance bins", settings.max_distance + 1),
            format!("{} classes of a value", settings.q_atoms),
            format!("{} units in its heads", settings.head_width),
            format!("{} input planes", shape.planes),
            format!("{} hints an action", shape.hints),
        ]
    };
    describe(found).into_iter().zip(describe(expected)).find(|(found, expected)| found != expected)
}

fn read(checkpoint: &Checkpoint) -> Result<(Vec<u8>, Vec<u8>), CheckpointError> {
    Ok((checkpoint.read(CARD)?, checkpoint.read(WEIGHTS)?))
}
