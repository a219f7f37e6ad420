//! A player that searches the visible queue: a beam with transpositions and an evaluation with hand-set weights.

mod beam;
mod evaluate;
mod slots;
mod weights;

pub use beam::{Beam, Thinking};
pub use evaluate::evaluate;
pub use weights::Weights;

use std::time::Duration;

use super::agent::{Agent, AgentError};
use crate::game::guideline::{Game, Placement, Rules};

/// How long the bot thinks about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// This long by the clock.
    Time(Duration),
    /// For this many positions whose placements are all looked at; the same game then gives the same moves.
    Expansions(u64),
}

/// The beam as an agent.
///
/// ```
/// use tetreach::game::guideline::Preset;
/// use tetreach::guideline::Trial;
/// use tetreach::guideline::bot::{Bot, Budget, Weights};
///
/// let rules = Preset::Ppt.rules();
/// let mut bot = Bot::new(rules, Weights::default(), Budget::Expansions(100));
/// let trial = Trial::play(&mut bot, &rules, 40, 1)?;
/// assert!(!trial.topped_out);
/// # Ok::<(), tetreach::guideline::AgentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    beam: Beam,
    budget: Budget,
    nodes: u64,
}

impl Bot {
    /// A bot for these rules.
    pub fn new(rules: Rules, weights: Weights, budget: Budget) -> Self {
        Bot { beam: Beam::new(rules, weights), budget, nodes: 0 }
    }
}

impl Agent for Bot {
    fn start(&mut self, _game: &Game) -> Result<(), AgentError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Option<Placement>, AgentError> {
        let thinking = self.beam.think(&game.position, game.hold, &game.queue, self.budget);
        self.nodes += thinking.nodes;
        Ok(thinking.moves.first().copied())
    }

    fn played(&mut self, _placement: Placement, _game: &Game) -> Result<(), AgentError> {
        Ok(())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
