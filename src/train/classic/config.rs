//! The settings of a run of classic Tetris.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::Schedule;
use tetreach_agents::config::{BrokenRules, Settings};
use tetreach_agents::replay::ReplaySettings;
use tetreach_agents::train::settings::{
    ActorsConfig, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, NetworkConfig,
    PriorityConfig, ReplayConfig, RunConfig, SelfPlaySettings, TrainSettings, check_priority,
};
use tetreach_agents::train::{TrainConfig, TrainError};

use super::ClassicDomain;
use super::demonstrations::is_sir_tet_form;
use crate::classic::{ClassicGame, ClassicRewards, FeaturesConfig};
use crate::train::goalless::{check_learner, check_limit, values_alone, without_hindsight};

/// Everything that settles a training run of classic Tetris.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicConfig {
    /// Which game is learned.
    pub game: ClassicGame,
    /// The run itself.
    pub run: RunConfig,
    /// The rules of an episode.
    pub environment: ClassicEnvironmentConfig,
    /// What counts for the learner.
    pub rewards: ClassicRewards,
    /// What a network sees that judges each action by itself.
    pub features: FeaturesConfig,
    /// The neural network.
    pub network: NetworkConfig,
    /// What is remembered of the games played, and how it is drawn.
    pub replay: ClassicReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How often the actors leave the policy.
    pub exploration: ExplorationConfig,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How progress is judged.
    pub evaluation: ClassicEvaluationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}

/// The rules of an episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicEnvironmentConfig {
    /// Placements after which a game played for training is cut short; it is learned from when it ends.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub step_limit: u32,
}

impl Default for ClassicEnvironmentConfig {
    fn default() -> Self {
        ClassicEnvironmentConfig { step_limit: 500 }
    }
}

/// What is remembered of the games played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicReplayConfig {
    /// Most transitions kept; about 110 bytes each.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub capacity: usize,
    /// Steps that a return sums before it bootstraps, by gradient steps.
    pub n_step: Schedule,
    /// Whether surprising transitions are drawn more often.
    pub prioritized: bool,
    /// How strongly surprising transitions are preferred.
    pub priority: PriorityConfig,
    /// Share of the transitions collected that come from recorded games; `learner.margin` says how much better than
    /// others their placements must look.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub demonstrations: f64,
    /// Files of recorded games of this run's rules: JSON lines as `tetreach play --record` writes them, or Sir Tet's
    /// form (`.demo`), which is of the preset `sir-tet` on its own board.
    pub demonstration_files: Vec<String>,
}

impl Default for ClassicReplayConfig {
    fn default() -> Self {
        let ReplayConfig { prioritized, priority, .. } = ReplayConfig::default();
        ClassicReplayConfig {
            capacity: 200_000,
            n_step: Schedule::Constant { value: 1.0 },
            prioritized,
            priority,
            demonstrations: 0.0,
            demonstration_files: Vec::new(),
        }
    }
}

impl ClassicReplayConfig {
    /// The same as games with goals have it, without goals to pretend.
    fn common(&self) -> ReplayConfig {
        without_hindsight(self.capacity, self.n_step, self.prioritized, self.priority)
    }

    fn settings(&self, discount: f32) -> ReplaySettings {
        self.common().settings(discount, false)
    }
}

/// How progress is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicEvaluationConfig {
    /// Games, always with the same pieces, which no game of training has.
    #[schemars(range(min = 1, max = 100_000))]
    pub count: usize,
    /// Placements after which a game is cut short.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub placements: u64,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Whether the best network plays games with pieces never used before, at the end.
    pub test: bool,
}

impl Default for ClassicEvaluationConfig {
    fn default() -> Self {
        ClassicEvaluationConfig { count: 20, placements: 1000, interval: 500, test: false }
    }
}

impl Default for ClassicConfig {
    fn default() -> Self {
        ClassicConfig {
            game: ClassicGame::default(),
            run: RunConfig::default(),
            environment: ClassicEnvironmentConfig::default(),
            rewards: ClassicRewards::default(),
            features: FeaturesConfig::default(),
            network: NetworkConfig { distance_bins: 2, ..NetworkConfig::default() },
            replay: ClassicReplayConfig::default(),
            // There are no goals, so that nothing but values can be learned without demonstrations.
            learner: values_alone(),
            exploration: ExplorationConfig::default(),
            actors: ActorsConfig::default(),
            evaluation: ClassicEvaluationConfig::default(),
            checkpoint: CheckpointConfig::default(),
            budget: BudgetConfig::default(),
        }
    }
}

impl Settings for ClassicConfig {
    const TITLE: &'static str = "tetreach config, classic Tetris";

    fn check(&self, rules: &mut BrokenRules) {
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
        self.game.check(rules);
        let width = self.game.rules().map(|rules| rules.size().width()).unwrap_or(10);
        if let Err(problem) = self.features.view(self.network.trunk, width) {
            rules.blame("features.set", problem);
        }
        let (learner, replay) = (&self.learner, &self.replay);
        check_learner(learner, "classic Tetris", rules);
        let others = learner.loss_weights.distance + learner.loss_weights.success;
        rules.hold(others == 0.0, "learner.loss_weights", || {
            "`learner.loss_weights` of distance and reachability must be 0: there is no goal".into()
        });
        check_limit(self.environment.step_limit as usize, "environment.step_limit", replay.capacity, rules);
        self.check_demonstrations(rules);
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

impl ClassicConfig {
    fn check_demonstrations(&self, rules: &mut BrokenRules) {
        let (replay, learner) = (&self.replay, &self.learner);
        let is_shown = replay.demonstrations > 0.0;
        rules.hold(!is_shown || !replay.demonstration_files.is_empty(), "replay.demonstration_files", || {
            "`replay.demonstration_files` names no file, but `replay.demonstrations` is above 0".into()
        });
        let is_sir_tet = self.game == ClassicGame::sir_tet();
        let is_demo = |file: &String| is_sir_tet_form(Path::new(file));
        let has_demo = replay.demonstration_files.iter().any(is_demo);
        rules.hold(!is_shown || !has_demo || is_sir_tet, "replay.demonstration_files", || {
            "`replay.demonstration_files` names a `.demo` file: those are of the preset \"sir-tet\" on 10x20 with its \
             own pieces"
                .into()
        });
        rules.hold(is_shown || learner.margin.weight == 0.0, "learner.margin", || {
            "`learner.margin.weight` must be 0 without `replay.demonstrations`".into()
        });
        rules.hold(is_shown || learner.loss_weights.policy == 0.0, "learner.loss_weights.policy", || {
            "`learner.loss_weights.policy` must be 0 without `replay.demonstrations`: nothing else shows how to \
             play"
                .into()
        });
    }
}

impl TrainConfig for ClassicConfig {
    type Domain = ClassicDomain;

    fn domain(&self) -> Result<ClassicDomain, TrainError> {
        ClassicDomain::new(self)
    }

    fn check_files(&self) -> Result<(), TrainError> {
        // Recorded games are read with the game.
        self.domain().map(drop)
    }

    fn train_settings(&self) -> TrainSettings {
        let learner = self.learner.clone();
        TrainSettings {
            run: self.run.clone(),
            network: self.network.settings(learner.value_loss.atoms()),
            replay: self.replay.settings(learner.gamma as f32),
            annealing: self.replay.common().annealing(),
            learner,
            demonstrations: self.replay.demonstrations,
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

    fn refused(assignments: &[&str]) -> String {
        let layers = assignments
            .iter()
            .fold(Layers::<ClassicConfig>::new(), |layers, text| layers.assign(&text.parse().unwrap()));
        layers.resolve().map(drop).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_learned_is_refused() {
        for (assignments, problem) in [
            (&["game.preset=tetris"][..], "game.preset"),
            (&["game.preset=nuno", "game.height=4"], "too low"),
            (&["features.set=best", "network.trunk=per-action"], "features.set"),
            (&["learner.gamma=1.0"], "a game can go on for ever"),
            (&["learner.algorithm=zero"], "learned by values"),
            (&["learner.loss_weights.distance=1.0"], "there is no goal"),
            (&["environment.step_limit=300000"], "more than `replay.capacity` holds"),
            (&["replay.demonstrations=0.5"], "names no file"),
            (&["replay.demonstrations=0.5", "replay.demonstration_files=[\"a.demo\"]"], "of the preset"),
            (&["learner.margin.weight=1.0"], "without `replay.demonstrations`"),
        ] {
            let error = refused(assignments);
            assert!(error.contains(problem), "{assignments:?}: {error}");
        }
    }
}
