//! Reach as a game that can be trained.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use tetreach_agents::Autoreset;
use tetreach_agents::nn::{TrunkKind, ValueRange};
use tetreach_agents::train::settings::{Algorithm, TrainSettings};
use tetreach_agents::train::{
    ActorParts, Collector, DemonstrateOf, Domain, Episodes, PlayOf, SelfPlay, SharedCurriculum, SuiteOf,
    SymmetriesOf, TrainConfig, TrainError,
};

use super::recorded_ways::RecordedWays;
use super::search::ForwardSearch;
use super::search_suite::SearchSuite;
use super::setup::ReachSetup;
use super::suite::GreedySuite;
use super::value_range::value_range;
use crate::config::Config;
use crate::game::Board;
use crate::reach::{MirrorSymmetry, ReachEncoder, ReachTask, SharedSource, Split, VectorReachEnv};

/// Reach as a config describes it.
#[derive(Debug)]
pub struct ReachDomain {
    setup: ReachSetup,
    task: ReachTask,
}

impl ReachDomain {
    /// The game of a config.
    pub fn new(config: &Config) -> Result<Self, TrainError> {
        let setup = ReachSetup::new(config)?;
        Ok(ReachDomain { task: ReachTask::new(setup.rules), setup })
    }
}

impl Domain for ReachDomain {
    type Task = ReachTask;
    type Encoder = ReachEncoder;

    fn task(&self) -> &ReachTask {
        &self.task
    }

    fn encoder(&self) -> ReachEncoder {
        let network = &self.setup.config.network;
        ReachEncoder::new(self.setup.size()).with_rows(network.rows.into()).with_detours(network.detours)
    }

    /// A convolution sees whole boards in play, even if it learned on parts of them.
    fn playing_encoder(&self) -> ReachEncoder {
        let network = &self.setup.config.network;
        match network.trunk {
            TrunkKind::Conv => ReachEncoder::new(self.setup.size()).with_detours(network.detours),
            TrunkKind::Mlp | TrunkKind::PerAction => self.encoder(),
        }
    }

    fn value_range(&self) -> ValueRange {
        value_range(self.task.settings())
    }

    fn symmetries(&self) -> Option<Arc<SymmetriesOf<Self>>> {
        Some(Arc::new(MirrorSymmetry::new(self.setup.size())))
    }

    fn is_training_sample(&self, _state: &Board, goal: &Board) -> bool {
        Split::of(goal) == Split::Train
    }

    fn player(&self, actor: ActorParts<'_, Self>) -> Result<Box<PlayOf<Self>>, TrainError> {
        let ActorParts { settings, evaluator, rng } = actor;
        let (count, search) = (settings.actors.environments, &self.setup.config.search);
        Ok(match settings.learner.algorithm {
            Algorithm::Dqn => {
                let (rules, source) = (*self.task.settings(), SharedSource::new(self.setup.goals.clone()));
                let env = VectorReachEnv::new(count, rules, source, Autoreset::Disabled)?;
                Box::new(Collector::new(env, settings.policy(self.task, evaluator), rng))
            }
            Algorithm::Zero => {
                let game = ForwardSearch::new(self.task, self.setup.goals.clone(), search.spare_rows);
                Box::new(SelfPlay::new(game, evaluator, settings.search, count, rng))
            }
        })
    }

    fn demonstrator(&self, rng: Pcg64Mcg) -> Result<Box<DemonstrateOf<Self>>, TrainError> {
        Ok(Box::new(self.setup.demonstrations(rng)))
    }

    fn curriculum(&self) -> Option<&SharedCurriculum> {
        self.setup.goals.curriculum()
    }

    fn suites(&self, of: Episodes) -> Result<Vec<Box<SuiteOf<Self>>>, TrainError> {
        let ReachSetup { config, settings, .. } = &self.setup;
        // The other way to play costs as much again: it is shown at the end only.
        let (split, other) = match of {
            Episodes::Validation => (None, None),
            Episodes::Test => (Some("test"), settings.other_greedy()),
        };
        let suites = GreedySuite::load(&config.evaluation, self.task, settings.greedy(), split)?;
        let played = suites.into_iter().map(|suite| Box::new(suite.beside(other)) as Box<SuiteOf<Self>>);
        let searched = match of {
            Episodes::Validation => SearchSuite::load(&config.evaluation, self.setup.size().into())?,
            Episodes::Test => Vec::new(),
        };
        let searched = searched.into_iter().map(|suite| Box::new(suite) as Box<SuiteOf<Self>>);
        Ok(played.chain(searched).collect())
    }
}

impl TrainConfig for Config {
    type Domain = ReachDomain;

    fn domain(&self) -> Result<ReachDomain, TrainError> {
        ReachDomain::new(self)
    }

    fn check_files(&self) -> Result<(), TrainError> {
        let size = self.board.size().map_err(TrainError::other)?;
        RecordedWays::new(&self.replay, size).map(drop)
    }

    fn train_settings(&self) -> TrainSettings {
        let learner = self.learner.clone();
        TrainSettings {
            run: self.run.clone(),
            network: self.network.settings(learner.value_loss.atoms()),
            replay: self.replay.settings(learner.gamma as f32, learner.any_order),
            annealing: self.replay.annealing(),
            learner,
            demonstrations: self.replay.demonstrations,
            exploration: self.exploration.clone(),
            actors: self.actors.clone(),
            search: self.search.settings(),
            validation_interval: self.evaluation.interval,
            tests: self.evaluation.test,
            checkpoint: self.checkpoint.clone(),
            budget: self.budget.clone(),
        }
    }
}
