//! Guideline Tetris as a game that can be trained.

use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::ModelVector;
use tetreach_agents::evaluate::GreedyBy;
use tetreach_agents::nn::ValueRange;
use tetreach_agents::train::{
    ActorParts, Collector, Domain, Episodes, PlayOf, SuiteOf, TrainConfig, TrainError,
};

use super::config::GuidelineConfig;
use crate::game::guideline::GuidelineGame;
use crate::guideline::value::{AfterEncoder, ValueTask};
use crate::train::games_suite::GamesSuite;

/// Guideline Tetris as a config describes it.
#[derive(Clone, Debug)]
pub struct GuidelineDomain {
    task: ValueTask,
    range: ValueRange,
    greedy: GreedyBy,
    games: usize,
    pieces: u32,
}

impl GuidelineDomain {
    /// The game of a config.
    pub fn new(config: &GuidelineConfig) -> Result<Self, TrainError> {
        let rules = config.game.rules().map_err(TrainError::other)?;
        let task = ValueTask { rules, pieces: config.environment.pieces, rewards: config.rewards };
        Ok(GuidelineDomain {
            range: task.value_range(config.learner.gamma as f32),
            greedy: config.train_settings().greedy(),
            games: config.evaluation.count,
            pieces: config.evaluation.pieces,
            task,
        })
    }
}

impl Domain for GuidelineDomain {
    type Task = ValueTask;
    type Encoder = AfterEncoder;

    fn task(&self) -> &ValueTask {
        &self.task
    }

    fn encoder(&self) -> AfterEncoder {
        AfterEncoder { task: self.task.clone() }
    }

    fn value_range(&self) -> ValueRange {
        self.range
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let ActorParts { settings, evaluator, rng } = actor;
        let start = |rng: &mut Pcg64Mcg| GuidelineGame::start(rng);
        let env = ModelVector::with_chance(self.task.clone(), settings.actors.environments, start);
        let policy = settings.policy(self.task.clone(), evaluator);
        Ok(Box::new(Collector::new(env, policy, rng)))
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let suite = GamesSuite::new(self.task.clone(), self.greedy, of, self.games, self.pieces.into());
        Ok(vec![Box::new(suite)])
    }
}
