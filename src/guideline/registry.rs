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
use crate::registry::{Capabilities, OfferedAgent};

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

/// The agents that users choose from: those that come with the program. The bot's weights are tuned and kept in files.
///
/// ```
/// let agents = tetreach::guideline::offered();
/// assert_eq!(agents[0].name, "bot");
/// assert_eq!(agents[0].capabilities.to_string(), "trainable, savable, monitored");
/// ```
pub fn offered() -> Vec<OfferedAgent> {
    let (learns, monitored) = (Capabilities::LEARNS.monitored(), Capabilities::NONE.monitored());
    let mut agents = vec![OfferedAgent::new("bot", "a beam over the pieces in view", learns)];
    let rankers = Ranker::ALL.into_iter().filter(|ranker| *ranker != Ranker::Random);
    agents.extend(
        rankers.map(|ranker| OfferedAgent::new(ranker.name(), "AlphaTetris, ranking by this", monitored)),
    );
    agents.push(OfferedAgent::new("uniform", "any placement", Capabilities::NONE));
    agents
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::guideline::GuidelinePreset;
    use crate::guideline::Trial;

    #[test]
    fn agents_count_positions_if_and_only_if_their_flag_says_so() {
        let rules = GuidelinePreset::Ppt.rules();
        for offered in offered() {
            let mut agent = Agents::default().build(&offered.name, rules, 1).unwrap();
            let trial = Trial::play(&mut *agent, &rules, 1, 1).unwrap();
            assert_eq!(trial.pieces, 1);
            assert_eq!(agent.nodes() > 0, offered.capabilities.monitored, "{}", offered.name);
        }
    }
}
