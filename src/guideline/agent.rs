//! Who chooses placements.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::game::guideline::{GuidelineGame, GuidelinePlacement, GuidelineRules, Slot};

/// A player of guideline Tetris.
///
/// A host calls [`start`](Self::start) for each game, then [`choose`](Self::choose) and [`played`](Self::played) in
/// turns. It checks every choice by the rules.
pub trait GuidelineAgent {
    /// A game begins, or goes on in a position that the agent could not foresee, such as after garbage.
    fn start(&mut self, _game: &GuidelineGame) -> Result<(), GuidelineAgentError> {
        Ok(())
    }

    /// A placement for the current piece or the one that hold brings; `None` if there is none.
    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError>;

    /// A placement was played and led to this game.
    fn played(
        &mut self,
        _placement: GuidelinePlacement,
        _game: &GuidelineGame,
    ) -> Result<(), GuidelineAgentError> {
        Ok(())
    }

    /// The number of positions looked at since the game began, where the agent counts them.
    fn nodes(&self) -> u64 {
        0
    }
}

/// Why an agent cannot go on.
#[derive(Debug, Error)]
pub enum GuidelineAgentError {
    /// A process that plays broke the protocol.
    #[error("{name} broke the protocol: {reason}")]
    Protocol {
        /// The program.
        name: String,
        /// What it did and what was expected.
        reason: String,
    },
    /// A process that plays could not be run.
    #[error("cannot run {name}: {source}")]
    Process {
        /// The program.
        name: String,
        /// Why.
        source: std::io::Error,
    },
    /// The agent chose what the rules do not allow.
    #[error("the agent chose {placement}, which cannot be reached")]
    Illegal {
        /// Its choice.
        placement: GuidelinePlacement,
    },
}

/// Plays any placement, each with the same probability.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rules: GuidelineRules,
    rng: Pcg64Mcg,
}

impl RandomAgent {
    /// A player with its own random stream.
    pub fn new(rules: GuidelineRules, seed: u64) -> Self {
        RandomAgent { rules, rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl GuidelineAgent for RandomAgent {
    fn choose(&mut self, game: &GuidelineGame) -> Result<Option<GuidelinePlacement>, GuidelineAgentError> {
        let moves: Vec<GuidelinePlacement> = Slot::ALL
            .into_iter()
            .flat_map(|slot| game.moves(slot, &self.rules).as_slice().to_vec())
            .collect();
        Ok(moves.choose(&mut self.rng).copied())
    }
}
