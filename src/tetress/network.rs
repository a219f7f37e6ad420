//! Trained networks that know Tetress.

use std::path::Path;
use std::sync::Arc;

use tetreach_agents::engine::{Engine, EngineEvaluator};
use tetreach_agents::nn::Encoder;
use tetreach_agents::store::{Model, ModelError};

use super::encoder::TetressEncoder;

/// A network that judges positions; agents share it.
#[derive(Clone, Debug)]
pub struct TetressNetwork {
    engine: Arc<Engine>,
}

/// Why a network cannot play.
#[derive(Debug, thiserror::Error)]
pub enum TetressNetworkError {
    /// It cannot be read.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// It was trained for something else.
    #[error("{place} holds a network of another game than Tetress")]
    OtherGame {
        /// Where it is.
        place: String,
    },
}

impl TetressNetwork {
    /// The network of a run folder, a checkpoint or a file of weights.
    pub fn load(path: &Path) -> Result<Self, TetressNetworkError> {
        Self::of(&Model::load(path)?)
    }

    /// The network of a model.
    pub fn of(model: &Model) -> Result<Self, TetressNetworkError> {
        let plan = model.engine().plan();
        if plan.shape != TetressEncoder.shape() || !plan.settings.wraps {
            return Err(TetressNetworkError::OtherGame { place: model.path().display().to_string() });
        }
        Ok(TetressNetwork { engine: model.engine().clone() })
    }

    /// An evaluator of an agent's own.
    pub fn evaluator(&self) -> EngineEvaluator<TetressEncoder> {
        EngineEvaluator::new(TetressEncoder, self.engine.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_of_other_games_are_refused() {
        let reach = crate::network::shipped().unwrap();
        let refused = TetressNetwork::of(&reach).unwrap_err().to_string();
        assert_eq!(refused, "inside the program holds a network of another game than Tetress");
        let missing = TetressNetwork::load(Path::new("no/such/run")).unwrap_err().to_string();
        assert!(missing.starts_with("there is no checkpoint at no/such/run"), "{missing}");
    }
}
