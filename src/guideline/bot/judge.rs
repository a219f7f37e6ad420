//! What the bot holds its positions against.

use super::evaluate::LinearJudge;
use super::weights::BotWeights;
use crate::guideline::value::{ChildrenValue, GuidelineNetwork};

/// What the bot holds its positions against.
#[derive(Clone, Debug)]
pub enum BotJudge {
    /// Weights of features.
    Weights(BotWeights),
    /// A value learned from games.
    Network(Box<ChildrenValue>),
}

impl Default for BotJudge {
    fn default() -> Self {
        BotJudge::Weights(BotWeights::default())
    }
}

impl From<BotWeights> for BotJudge {
    fn from(weights: BotWeights) -> Self {
        BotJudge::Weights(weights)
    }
}

impl From<&GuidelineNetwork> for BotJudge {
    fn from(network: &GuidelineNetwork) -> Self {
        BotJudge::Network(Box::new(ChildrenValue::new(network)))
    }
}

/// The same, ready to judge.
#[derive(Clone, Debug)]
pub(super) enum ReadyJudge {
    Linear(LinearJudge),
    Network(Box<ChildrenValue>),
}

impl From<BotJudge> for ReadyJudge {
    fn from(judge: BotJudge) -> Self {
        match judge {
            BotJudge::Weights(weights) => ReadyJudge::Linear(LinearJudge::new(&weights)),
            BotJudge::Network(value) => ReadyJudge::Network(value),
        }
    }
}
