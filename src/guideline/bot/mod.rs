//! A player that searches the visible queue: a beam with transpositions, and an evaluation by hand-set weights or by a
//! learned value.

mod beam;
mod beyond;
mod evaluate;
mod judge;
mod weights;

pub use beam::{BotView, Lookahead, PlacementBeam, Thinking};
pub use judge::BotJudge;
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
    pub fn new(rules: GuidelineRules, judge: impl Into<BotJudge>, budget: BotBudget) -> Self {
        BeamBot { beam: PlacementBeam::new(rules, judge), budget, nodes: 0 }
    }

    /// The same with a tree behind the queue.
    #[must_use]
    pub fn with_lookahead(mut self, lookahead: Lookahead) -> Self {
        self.beam = self.beam.with_lookahead(lookahead);
        self
    }
}

impl GuidelineAgent for BeamBot {
    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        let thinking = self.beam.think(&BotView::from(game), self.budget);
        self.nodes += thinking.nodes;
        Ok(thinking.moves.first().copied())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
