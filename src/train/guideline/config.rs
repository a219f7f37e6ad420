//! The settings of a run of guideline Tetris.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::Schedule;
use tetreach_agents::config::{BrokenRules, Settings};
use tetreach_agents::nn::TrunkKind;
use tetreach_agents::train::settings::{
    ActorsConfig, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, NetworkConfig,
    PriorityConfig, ReplayConfig, RunConfig, SelfPlaySettings, TrainSettings, check_priority,
};
use tetreach_agents::train::{TrainConfig, TrainError};

use super::GuidelineDomain;
use crate::guideline::value::{GuidelineKind, GuidelineRewards};
use crate::train::goalless::{check_learner, check_limit, values_alone, without_hindsight};

/// Everything that settles a training run of guideline Tetris.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineConfig {
    /// Which game is learned.
    pub game: GuidelineKind,
    /// The run itself.
    pub run: RunConfig,
    /// The rules of an episode.
    pub environment: GuidelineEnvironmentConfig,
    /// What counts for the learner.
    pub rewards: GuidelineRewards,
    /// The neural network.
    pub network: NetworkConfig,
    /// What is remembered of the games played, and how it is drawn.
    pub replay: GuidelineReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How often the actors leave the policy.
    pub exploration: ExplorationConfig,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How progress is judged.
    pub evaluation: GuidelineEvaluationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}

/// The rules of an episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineEnvironmentConfig {
    /// Pieces after which a game played for training is cut short; it is learned from when it ends.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub pieces: u32,
}

impl Default for GuidelineEnvironmentConfig {
    fn default() -> Self {
        GuidelineEnvironmentConfig { pieces: 200 }
    }
}

/// What is remembered of the games played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineReplayConfig {
    /// Most transitions kept; about 130 bytes each.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub capacity: usize,
    /// Steps that a return sums before it bootstraps, by gradient steps.
    pub n_step: Schedule,
    /// Whether surprising transitions are drawn more often.
    pub prioritized: bool,
    /// How strongly surprising transitions are preferred.
    pub priority: PriorityConfig,
}

impl Default for GuidelineReplayConfig {
    fn default() -> Self {
        let ReplayConfig { prioritized, priority, .. } = ReplayConfig::default();
        let n_step = Schedule::Constant { value: 1.0 };
        GuidelineReplayConfig { capacity: 200_000, n_step, prioritized, priority }
    }
}

impl GuidelineReplayConfig {
    /// The same as games with goals have it, without goals to pretend.
    fn common(&self) -> ReplayConfig {
        without_hindsight(self.capacity, self.n_step, self.prioritized, self.priority)
    }
}

/// How progress is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuidelineEvaluationConfig {
    /// Games, always with the same pieces, which no game of training has.
    #[schemars(range(min = 1, max = 100_000))]
    pub count: usize,
    /// Pieces of a game.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub pieces: u32,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Whether the best network plays games with pieces never used before, at the end.
    pub test: bool,
}

impl Default for GuidelineEvaluationConfig {
    fn default() -> Self {
        GuidelineEvaluationConfig { count: 20, pieces: 600, interval: 1000, test: false }
    }
}

impl Default for GuidelineConfig {
    fn default() -> Self {
        GuidelineConfig {
            game: GuidelineKind::default(),
            run: RunConfig::default(),
            environment: GuidelineEnvironmentConfig::default(),
            rewards: GuidelineRewards::default(),
            network: NetworkConfig {
                trunk: TrunkKind::PerAction,
                blocks: 2,
                distance_bins: 2,
                ..NetworkConfig::default()
            },
            replay: GuidelineReplayConfig::default(),
            // There are no goals and no demonstrations, so that nothing but values can be learned.
            learner: values_alone(),
            exploration: ExplorationConfig::default(),
            actors: ActorsConfig::default(),
            evaluation: GuidelineEvaluationConfig::default(),
            checkpoint: CheckpointConfig::default(),
            budget: BudgetConfig::default(),
        }
    }
}

impl Settings for GuidelineConfig {
    const TITLE: &'static str = "tetreach config, guideline Tetris";

    fn check(&self, rules: &mut BrokenRules) {
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
        if let Err(problem) = self.game.rules() {
            rules.blame("game.preset", problem.to_string());
        }
        let (learner, replay) = (&self.learner, &self.replay);
        rules.hold(self.network.trunk == TrunkKind::PerAction, "network.trunk", || {
            "`network.trunk` must be \"per-action\": each placement is judged by the after-state it leads to".into()
        });
        check_learner(learner, "guideline Tetris", rules);
        let others =
            learner.loss_weights.policy + learner.loss_weights.distance + learner.loss_weights.success;
        rules.hold(others == 0.0 && learner.margin.weight == 0.0, "learner.loss_weights", || {
            "`learner.loss_weights` of policy, distance and reachability and `learner.margin.weight` must be 0: there \
             is no goal and nobody to imitate"
                .into()
        });
        check_limit(self.environment.pieces as usize, "environment.pieces", replay.capacity, rules);
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

impl TrainConfig for GuidelineConfig {
    type Domain = GuidelineDomain;

    fn domain(&self) -> Result<GuidelineDomain, TrainError> {
        GuidelineDomain::new(self)
    }

    fn train_settings(&self) -> TrainSettings {
        let (learner, replay) = (self.learner.clone(), self.replay.common());
        TrainSettings {
            run: self.run.clone(),
            network: self.network.settings(learner.value_loss.atoms()),
            replay: replay.settings(learner.gamma as f32, false),
            annealing: replay.annealing(),
            learner,
            demonstrations: 0.0,
            exploration: self.exploration.clone(),
            actors: self.actors.clone(),
            search: SelfPlaySettings::default(),
            validation_interval: self.evaluation.interval,
            tests: self.evaluation.test,
            checkpoint: self.checkpoint.clone(),
            budget: self.budget.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tetreach_agents::config::Layers;

    use super::*;

    #[test]
    fn what_cannot_be_learned_is_refused() {
        let resolved = |assignment: &str| {
            let assignment = assignment.parse().unwrap();
            Layers::<GuidelineConfig>::new().assign(&assignment).resolve().map(drop)
        };
        assert!(resolved("game.preset=tetrio").is_ok());
        for (assignment, problem) in [
            ("game.preset=nes", "must be one of `ppt`, `tetrio`, `alphatetris`"),
            ("network.trunk=conv", "judged by the after-state"),
            ("learner.gamma=1.0", "a game can go on for ever"),
            ("learner.algorithm=zero", "learned by values"),
            ("learner.loss_weights.policy=1.0", "nobody to imitate"),
            ("environment.pieces=300000", "more than `replay.capacity` holds"),
        ] {
            let error = resolved(assignment).unwrap_err().to_string();
            assert!(error.contains(problem), "{assignment}: {error}");
        }
    }
}
