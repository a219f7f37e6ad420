//! What a config says of reach, in whichever direction it is played.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use tetreach_agents::Curriculum;
use tetreach_agents::train::settings::TrainSettings;
use tetreach_agents::train::{SharedCurriculum, TrainConfig, TrainError};

use super::demonstrations::Demonstrations;
use super::recorded_ways::RecordedWays;
use super::solved_targets::SolvedTargets;
use super::training_goals::TrainingGoals;
use crate::config::Config;
use crate::game::Size;
use crate::reach::ReachSettings;

/// The rules, the goals and the demonstrations of a config.
#[derive(Debug)]
pub struct ReachSetup {
    /// The config.
    pub config: Config,
    /// What the trainer needs to know of it.
    pub settings: TrainSettings,
    /// The rules of an episode.
    pub rules: ReachSettings,
    /// The targets of training.
    pub goals: TrainingGoals,
    /// Who solves the targets that are demonstrated, if some are.
    pub solved: Option<Arc<SolvedTargets>>,
    recorded: Option<Arc<RecordedWays>>,
}

impl ReachSetup {
    /// What a config says, with the solver of its demonstrations.
    pub fn new(config: &Config) -> Result<Self, TrainError> {
        let size = config.board.size().map_err(TrainError::other)?;
        let goals = &config.goals;
        let curriculum = goals.use_curriculum.then(|| Curriculum::new(goals.curriculum)).transpose()?;
        let goals = TrainingGoals::new(goals.clone(), size);
        Ok(Self {
            settings: config.train_settings(),
            rules: config.environment.settings(size, config.learner.gamma),
            goals: goals.with_curriculum(curriculum.map(SharedCurriculum::new)),
            solved: SolvedTargets::new(&config.replay, size)?.map(Arc::new),
            recorded: RecordedWays::new(&config.replay, size)?.map(Arc::new),
            config: config.clone(),
        })
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.rules.size
    }

    /// Who shows ways to the goals of training.
    pub fn demonstrations(&self, rng: Pcg64Mcg) -> Demonstrations {
        let sources = (self.solved.clone(), self.recorded.clone());
        Demonstrations::new(self.goals.clone(), sources, self.config.replay.exact, rng)
    }
}
