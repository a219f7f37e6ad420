//! Tetress as a game that can be trained.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use tetreach_agents::GameTask;
use tetreach_agents::nn::ValueRange;
use tetreach_agents::train::{
    ActorParts, DemonstrateOf, Domain, Episodes, PlayOf, SelfPlay, SuiteOf, SymmetriesOf, TrainError,
};

use super::config::TetressConfig;
use super::demonstrations::ExpertGames;
use super::self_play::TetressGames;
use super::suite::{GamesAgainst, Outcomes};
use crate::tetress::{Tetress, TetressEncoder, TorusImages};

/// Tetress as a config describes it.
#[derive(Clone, Debug)]
pub struct TetressDomain {
    task: GameTask<Tetress>,
    config: TetressConfig,
}

impl TetressDomain {
    /// The game of a config.
    pub fn new(config: &TetressConfig) -> Self {
        TetressDomain { task: GameTask { game: Tetress }, config: config.clone() }
    }
}

impl Domain for TetressDomain {
    type Task = GameTask<Tetress>;
    type Encoder = TetressEncoder;

    fn task(&self) -> &GameTask<Tetress> {
        &self.task
    }

    fn encoder(&self) -> TetressEncoder {
        TetressEncoder
    }

    fn value_range(&self) -> ValueRange {
        ValueRange { low: 0.0, high: 1.0 }
    }

    fn symmetries(&self) -> Option<Arc<SymmetriesOf<Self>>> {
        Some(Arc::new(TorusImages))
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let (settings, count) = (actor.settings.search, actor.settings.actors.environments);
        let games = TetressGames { settings: self.config.self_play };
        Ok(Box::new(SelfPlay::new(games, actor.evaluator, settings, count, actor.rng)))
    }

    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        Ok(Box::new(ExpertGames::new(self.config.imitation, rng)))
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let count = self.config.evaluation.count;
        let against =
            |name| GamesAgainst::new(name, count, of).map(|suite| Box::new(suite) as Box<SuiteOf<Self>>);
        Ok(vec![
            against("greedy").map_err(TrainError::other)?,
            against("mcts").map_err(TrainError::other)?,
            Box::new(Outcomes::new(self.config.imitation, count, of)),
        ])
    }
}
