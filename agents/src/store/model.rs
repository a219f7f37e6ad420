//! Trained weights from a run folder, a checkpoint or a file, with the card that says what they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::card::Card;
use super::checkpoint::{CARD, Checkpoint, CheckpointError, Checkpoints, Place, WEIGHTS};
use super::run_dir::CHECKPOINTS;
use crate::engine::Engine;
use crate::nn::WeightsError;

/// Why there is no network.
#[derive(Debug, Error)]
pub enum ModelError {
    /// Nothing is there.
    #[error(
        "there is no checkpoint at {}: give a run folder, a checkpoint folder or its weights.safetensors",
        path.display()
    )]
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
    /// The weights cannot be read, or belong to another network than the card says.
    #[error("the checkpoint {} is damaged: {source}", path.display())]
    Weights {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        source: WeightsError,
    },
}

/// Weights with their card.
///
/// ```no_run
/// use std::path::Path;
/// use tetreach_agents::store::Model;
///
/// let model = Model::load(Path::new("runs/quickstart__0__20261118-090000"))?;
/// println!("{} gradient steps, {:?}", model.card().step, model.card().validation);
/// # Ok::<(), tetreach_agents::store::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    path: PathBuf,
    card: Card,
    weights: Vec<u8>,
    engine: Arc<Engine>,
}

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
        Self::new(path, &card, weights)
    }

    /// Weights in the safetensors format with their card; `path` is what messages call them.
    pub fn new(path: &Path, card: &[u8], weights: Vec<u8>) -> Result<Self, ModelError> {
        let card: Card = serde_json::from_slice(card)
            .map_err(|error| ModelError::Damaged { path: path.into(), reason: format!("{CARD}: {error}") })?;
        // Finds out now, not in the middle of a search, whether card and weights fit together.
        let engine = Engine::new(card.network, &weights)
            .map_err(|source| ModelError::Weights { path: path.into(), source })?;
        Ok(Model { path: path.into(), card, weights, engine: Arc::new(engine) })
    }

    /// Where the model was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the weights are.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The weights in the safetensors format.
    pub fn weights(&self) -> &[u8] {
        &self.weights
    }

    /// The network, ready to answer.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }
}

fn read(checkpoint: &Checkpoint) -> Result<(Vec<u8>, Vec<u8>), CheckpointError> {
    Ok((checkpoint.read(CARD)?, checkpoint.read(WEIGHTS)?))
}
