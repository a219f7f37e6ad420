//! A player that searches the visible queue: a beam with transpositions and an evaluation with hand-set weights.

mod beam;
mod evaluate;
mod slots;
mod weights;

pub use beam::{PlacementBeam, Thinking};
pub use evaluate::evaluate;
pub use weights::BotWeights;

use std::time::Duration;

use super::agent::{GuidelineAgent, GuidelineAgentError};
use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules};

/// How long the bot thinks about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotBudget {
    /// This long by the clock.
    Time(Duration),
    /// For this many positions whose placements are all looked at; the same game then gives the same moves.
    Expansions(u64),
}

/// The beam as an agent.
///
/// ```
/// use tetreach::game::guideline::GuidelinePreset;
/// use tetreach::guideline::Trial;
/// use tetreach::guideline::bot::{BeamBot, BotBudget, BotWeights};
///
/// let rules = GuidelinePreset::Ppt.rules();
/// let mut bot = BeamBot::new(rules, BotWeights::default(), BotBudget::Expansions(100));
/// let trial = Trial::play(&mut bot, &rules, 40, 1)?;
/// assert!(!trial.topped_out);
/// # Ok::<(), tetreach::guideline::GuidelineAgentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BeamBot {
    beam: PlacementBeam,
    budget: BotBudget,
    nodes: u64,
}

impl BeamBot {
    /// A bot for these rules.
    pub fn new(rules: GuidelineRules, weights: BotWeights, budget: BotBudget) -> Self {
        BeamBot { beam: PlacementBeam::new(rules, weights), budget, nodes: 0 }
    }
}

impl GuidelineAgent for BeamBot {
    fn start(&mut self, _game: &GuidelineGame) -> Result<(), GuidelineAgentError> {
        Ok(())
    }

    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        let thinking = self.beam.think(&game.position, game.hold, &game.queue, self.budget);
        self.nodes += thinking.nodes;
        Ok(thinking.moves.first().copied())
    }

    fn played(
        &mut self,
        _placement: GuidelinePlacement,
        _game: &GuidelineGame,
    ) -> Result<(), GuidelineAgentError> {
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
