//! Classic Tetris as a game that can be trained.

use std::path::Path;
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use tetreach_agents::env::ModelVector;
use tetreach_agents::evaluate::GreedyBy;
use tetreach_agents::nn::ValueRange;
use tetreach_agents::train::{
    ActorParts, Collector, DemonstrateOf, Domain, Episodes, NoDemonstrations, PlayOf, SuiteOf, SymmetriesOf,
    TrainConfig, TrainError,
};

use super::config::ClassicConfig;
use super::demonstrations::ClassicDemonstrations;
use crate::classic::{ClassicEncoder, ClassicMirror, ClassicTask, LearnedTask};
use crate::game::classic::PieceEntry;
use crate::train::games_suite::GamesSuite;

/// Classic Tetris as a config describes it.
#[derive(Clone, Debug)]
pub struct ClassicDomain {
    task: LearnedTask,
    encoder: ClassicEncoder,
    range: ValueRange,
    greedy: GreedyBy,
    /// Recorded games, if some are shown.
    demonstrations: Option<ClassicDemonstrations>,
    games: usize,
    placements: u64,
}

impl ClassicDomain {
    /// The game of a config, with its recorded games.
    pub fn new(config: &ClassicConfig) -> Result<Self, TrainError> {
        let refused = |problem: String| TrainError::Other(problem.into());
        let rules = config.game.rules().map_err(|(_, problem)| refused(problem))?;
        let encoder = config.features.encoder(config.network.trunk, &rules).map_err(refused)?;
        let game = ClassicTask { rules, step_limit: Some(config.environment.step_limit) };
        let task = LearnedTask { game, rewards: config.rewards };
        let files = config.replay.demonstration_files.iter().map(Path::new);
        let is_shown = config.replay.demonstrations > 0.0;
        let rules = &task.game.rules;
        let demonstrations = is_shown.then(|| ClassicDemonstrations::read(files, rules)).transpose();
        Ok(ClassicDomain {
            range: task.value_range(config.learner.gamma as f32),
            greedy: config.train_settings().greedy(),
            demonstrations: demonstrations.map_err(TrainError::other)?,
            games: config.evaluation.count,
            placements: config.evaluation.placements,
            task,
            encoder,
        })
    }
}

impl Domain for ClassicDomain {
    type Task = LearnedTask;
    type Encoder = ClassicEncoder;

    fn task(&self) -> &LearnedTask {
        &self.task
    }

    fn encoder(&self) -> ClassicEncoder {
        self.encoder.clone()
    }

    fn value_range(&self) -> ValueRange {
        self.range
    }

    /// Where pieces come straight from above; other ways in are not alike on both sides.
    fn symmetries(&self) -> Option<Arc<SymmetriesOf<Self>>> {
        let rules = &self.task.game.rules;
        (rules.entry() == PieceEntry::Above)
            .then(|| Arc::new(ClassicMirror { size: rules.size() }) as Arc<SymmetriesOf<Self>>)
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let ActorParts { settings, evaluator, rng } = actor;
        let rules = self.task.game.rules.clone();
        let count = settings.actors.environments;
        let env =
            ModelVector::with_chance(self.task.clone(), count, move |rng: &mut Pcg64Mcg| rules.start(rng));
        let policy = settings.policy(self.task.clone(), evaluator);
        Ok(Box::new(Collector::new(env, policy, rng)))
    }

    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        Ok(match &self.demonstrations {
            Some(demonstrations) => Box::new(demonstrations.clone().with_rng(rng)),
            None => Box::new(NoDemonstrations::new(rng)),
        })
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let suite = GamesSuite::new(self.task.clone(), self.greedy, of, self.games, self.placements);
        Ok(vec![Box::new(suite)])
    }
}
