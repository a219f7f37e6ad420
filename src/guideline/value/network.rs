//! A learned value as a player.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use tetreach_agents::engine::{Engine, EngineEvaluator};
use tetreach_agents::store::{Model, ModelError};
use tetreach_agents::{Action, Evaluations, Evaluator};
use thiserror::Error;

use super::encoder::{AfterEncoder, SHAPE};
use super::settings::GuidelineKind;
use super::task::{GuidelineRewards, ValueTask};
use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules};
use crate::guideline::agent::{GuidelineAgent, GuidelineAgentError};

/// Why a run makes no player.
#[derive(Debug, Error)]
pub enum GuidelineNetworkError {
    /// It could not be read.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// It learned something else.
    #[error("{} did not learn guideline Tetris ({problem})", path.display())]
    OtherGame {
        /// The run.
        path: PathBuf,
        /// What is missing in its settings.
        problem: String,
    },
    /// It learned from other features.
    #[error("{} learned from other features than there are now: train it again", path.display())]
    OtherFeatures {
        /// The run.
        path: PathBuf,
    },
}

/// The placement whose after-state a network values most, without looking ahead.
#[derive(Debug)]
pub struct GuidelineNetwork {
    task: ValueTask,
    evaluator: EngineEvaluator<AfterEncoder>,
    seen: Evaluations,
    discount: f32,
    nodes: u64,
}

/// What is needed of the settings of a run.
#[derive(Deserialize)]
struct CardSettings {
    #[serde(rename = "game")]
    _game: GuidelineKind,
    rewards: GuidelineRewards,
    learner: LearnerSettings,
}

#[derive(Deserialize)]
struct LearnerSettings {
    gamma: f32,
}

impl GuidelineNetwork {
    /// The network of a run, checkpoint or file of weights as a player by some rules, which need not be those of its
    /// training.
    pub fn load(path: &Path, rules: GuidelineRules) -> Result<Self, GuidelineNetworkError> {
        let model = Model::load(path)?;
        let path = || path.to_owned();
        let settings: CardSettings = serde_json::from_value(model.card().config.clone())
            .map_err(|error| GuidelineNetworkError::OtherGame { path: path(), problem: error.to_string() })?;
        if !model.engine().accepts(SHAPE) {
            return Err(GuidelineNetworkError::OtherFeatures { path: path() });
        }
        let task = ValueTask { rules, pieces: u32::MAX, rewards: settings.rewards };
        let evaluator = EngineEvaluator::new(AfterEncoder { task: task.clone() }, model.engine().clone());
        let (seen, discount) = (Evaluations::default(), settings.learner.gamma);
        Ok(GuidelineNetwork { task, evaluator, seen, discount, nodes: 0 })
    }

    /// The network.
    pub(super) fn engine(&self) -> &Arc<Engine> {
        self.evaluator.engine()
    }

    /// What it was told in training.
    pub(super) fn rewards(&self) -> GuidelineRewards {
        self.task.rewards
    }

    /// What it made of later rewards.
    pub(super) fn discount(&self) -> f32 {
        self.discount
    }
}

impl GuidelineAgent for GuidelineNetwork {
    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        self.evaluator
            .evaluate(&[(*game, ())], &mut self.seen)
            .expect("invariant: an engine answers what its encoder shows");
        let mut best: Option<(usize, f32)> = None;
        for (action, &value) in self.seen.q(0).iter().enumerate() {
            if value > best.map_or(f32::NEG_INFINITY, |(_, highest)| highest) {
                best = Some((action, value));
            }
        }
        self.nodes += self.seen.q(0).iter().filter(|value| **value > f32::NEG_INFINITY).count() as u64;
        Ok(best.and_then(|(action, _)| self.task.placement(game, Action(action as u16))))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
