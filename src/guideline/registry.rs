//! Agents by name.

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::agent::{GuidelineAgent, GuidelineAgentError, RandomAgent};
use super::bot::{BeamBot, BotBudget, BotWeights, Lookahead};
use super::rank::{AlphaTetris, ProgramFaults, Ranker};
use super::tbp::HostedBot;
use super::value::{GuidelineNetwork, GuidelineNetworkError};
use crate::game::guideline::GuidelineRules;

/// How agents are made.
#[derive(Clone, Copy, Debug)]
pub struct Agents {
    /// What is wrong with AlphaTetris.
    pub faults: ProgramFaults,
    /// The number of pieces in AlphaTetris' tree.
    pub depth: usize,
    /// How long the bot thinks about a piece.
    pub budget: BotBudget,
    /// What the bot likes.
    pub weights: BotWeights,
    /// The tree behind the queue of the bot.
    pub lookahead: Lookahead,
    /// How long a hosted program thinks about a piece.
    pub patience: Duration,
}

impl Default for Agents {
    fn default() -> Self {
        Agents {
            faults: ProgramFaults::NONE,
            depth: 2,
            budget: BotBudget::Expansions(200),
            weights: BotWeights::default(),
            lookahead: Lookahead::default(),
            patience: Duration::from_millis(100),
        }
    }
}

/// Why an agent cannot be made.
#[derive(Debug, Error)]
pub enum MakeAgentError {
    /// No agent has this name.
    #[error(
        "there is no agent {name:?}: choose bot, bot:RUN, network:RUN, uniform, tbp:PATH or a ranker of AlphaTetris \
         ({})",
        rankers()
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The program could not be started.
    #[error(transparent)]
    Program(#[from] GuidelineAgentError),
    /// The run holds no value to play by.
    #[error(transparent)]
    Network(#[from] GuidelineNetworkError),
}

fn rankers() -> String {
    Ranker::ALL.map(Ranker::name).join(", ")
}

impl Agents {
    /// The agent of a name: `bot`, `bot:RUN` for the bot with the value that a run learned, `network:RUN` for that
    /// value without a search, `uniform` for random placements, one of AlphaTetris' rankers, or `tbp:PATH` for a
    /// program that speaks the Tetris Bot Protocol.
    pub fn build(
        &self,
        name: &str,
        rules: GuidelineRules,
        seed: u64,
    ) -> Result<Box<dyn GuidelineAgent>, MakeAgentError> {
        if let Some(path) = name.strip_prefix("tbp:") {
            return Ok(Box::new(HostedBot::spawn(&PathBuf::from(path), rules, self.patience)?));
        }
        if let Some(run) = name.strip_prefix("network:") {
            return Ok(Box::new(GuidelineNetwork::load(Path::new(run), rules)?));
        }
        if let Some(run) = name.strip_prefix("bot:") {
            let network = GuidelineNetwork::load(Path::new(run), rules)?;
            return Ok(Box::new(BeamBot::new(rules, &network, self.budget)));
        }
        match name {
            "bot" => {
                Ok(Box::new(BeamBot::new(rules, self.weights, self.budget).with_lookahead(self.lookahead)))
            }
            "uniform" => Ok(Box::new(RandomAgent::new(rules, seed))),
            _ => {
                let ranker: Ranker =
                    name.parse().map_err(|_| MakeAgentError::Name { name: name.to_string() })?;
                Ok(Box::new(AlphaTetris::new(ranker, rules, self.faults, self.depth, seed)))
            }
        }
    }
}
