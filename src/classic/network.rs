//! Trained networks as players.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use tetreach_agents::engine::{Engine, EngineEvaluator};
use tetreach_agents::evaluate::GreedyBy;
use tetreach_agents::nn::{Trunk, TrunkKind};
use tetreach_agents::store::{Model, ModelError};
use tetreach_agents::{Evaluations, Evaluator};
use thiserror::Error;

use super::encoder::ClassicEncoder;
use super::learned_task::ClassicRewards;
use super::settings::{ClassicGame, FeaturesConfig};
use crate::game::ActionId;
use crate::game::classic::{ClassicRules, State};

/// A network that places pieces, without libtorch.
#[derive(Clone, Debug)]
pub struct ClassicNetwork {
    engine: Arc<Engine>,
    encoder: ClassicEncoder,
    greedy: GreedyBy,
    /// What it was told in training.
    pub(super) rewards: ClassicRewards,
    /// What it made of later rewards.
    pub(super) discount: f32,
    /// Evaluators at rest; one that thinks belongs to the thread that it thinks for.
    resting: Arc<Mutex<Vec<Thinking>>>,
}

type Thinking = (EngineEvaluator<ClassicEncoder>, Evaluations);

/// Why a run makes no player.
#[derive(Debug, Error)]
pub enum ClassicNetworkError {
    /// It could not be read.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// It learned something else.
    #[error("{} did not learn classic Tetris ({problem})", path.display())]
    OtherGame {
        /// The run.
        path: PathBuf,
        /// What is missing in its settings.
        problem: String,
    },
    /// Its network cannot see the boards of these rules.
    #[error(
        "the network of {} cannot see these games: it learned {preset} on {width}x{height}, and boards of another \
         width, another height or another number of known pieces look different to it",
        path.display()
    )]
    OtherBoards {
        /// The run.
        path: PathBuf,
        /// The kind of game that it learned.
        preset: String,
        /// Its columns.
        width: u8,
        /// Its rows.
        height: u8,
    },
}

/// What is needed of the settings of a run.
#[derive(Deserialize)]
struct CardSettings {
    game: ClassicGame,
    features: FeaturesConfig,
    rewards: ClassicRewards,
    learner: LearnerSettings,
}

#[derive(Deserialize)]
struct LearnerSettings {
    gamma: f32,
}

impl ClassicNetwork {
    /// The network of a run, checkpoint or file of weights as a player by some rules.
    pub fn load(path: &Path, rules: &ClassicRules) -> Result<Self, ClassicNetworkError> {
        Self::of(&Model::load(path)?, rules)
    }

    /// The network of a model as a player by some rules.
    pub fn of(model: &Model, rules: &ClassicRules) -> Result<Self, ClassicNetworkError> {
        let path = model.path().to_owned();
        let settings: CardSettings =
            serde_json::from_value(model.card().config.clone()).map_err(|error| {
                ClassicNetworkError::OtherGame { path: path.clone(), problem: error.to_string() }
            })?;
        let trunk = match model.card().network.settings.trunk {
            Trunk::Conv { .. } => TrunkKind::Conv,
            Trunk::Mlp { .. } => TrunkKind::Mlp,
            Trunk::PerAction { .. } => TrunkKind::PerAction,
        };
        let encoder = settings.features.encoder(trunk, rules);
        let encoder =
            encoder.map_err(|problem| ClassicNetworkError::OtherGame { path: path.clone(), problem })?;
        if !model.engine().accepts(tetreach_agents::nn::Encoder::shape(&encoder)) {
            let ClassicGame::Classic { preset, width, height, .. } = settings.game;
            return Err(ClassicNetworkError::OtherBoards { path, preset, width, height });
        }
        Ok(ClassicNetwork {
            engine: model.engine().clone(),
            encoder,
            greedy: model.card().greedy,
            rewards: settings.rewards,
            discount: settings.learner.gamma,
            resting: Arc::default(),
        })
    }

    /// An evaluator of its own.
    pub(super) fn evaluator(&self) -> EngineEvaluator<ClassicEncoder> {
        EngineEvaluator::new(self.encoder.clone(), self.engine.clone())
    }

    /// The placement that it finds best, the first of equals; `None` if nothing is offered.
    pub fn choose(&self, state: &State) -> Option<ActionId> {
        if state.is_over {
            return None;
        }
        let resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (mut evaluator, mut seen) = resting.unwrap_or_else(|| (self.evaluator(), Evaluations::default()));
        evaluator
            .evaluate(&[(*state, ())], &mut seen)
            .expect("invariant: an engine answers what its encoder shows");
        let (log_policy, q) = (seen.log_policy(0), seen.q(0));
        let score = |action: usize| match self.greedy {
            GreedyBy::Q => q[action],
            GreedyBy::Policy => log_policy[action],
            GreedyBy::Mix { weight } => weight * log_policy[action] + (1.0 - weight) * q[action],
        };
        let mut best = None;
        for action in (0..q.len()).filter(|action| q[*action] > f32::NEG_INFINITY) {
            if best.is_none_or(|best| score(action) > score(best)) {
                best = Some(action);
            }
        }
        self.resting.lock().unwrap_or_else(PoisonError::into_inner).push((evaluator, seen));
        best.map(|action| ActionId(action as u16))
    }
}

/// Players are the same if they share a network.
impl PartialEq for ClassicNetwork {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.engine, &other.engine) && self.encoder == other.encoder
    }
}
