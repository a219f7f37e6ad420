//! The settings of a run of Tetress.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::config::{BrokenRules, Settings};
use tetreach_agents::learn::LossWeights;
use tetreach_agents::nn::{NetSettings, TrunkKind};
use tetreach_agents::replay::HindsightSettings;
use tetreach_agents::train::settings::{
    ActorsConfig, Algorithm, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, NetworkConfig,
    ReplayConfig, RunConfig, SelfPlaySettings, TrainSettings, check_priority,
};
use tetreach_agents::train::{TrainConfig, TrainError};

use super::TetressDomain;
use crate::game::tetress::MAX_TURNS;

/// Which game is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TetressKind {
    /// Two players on a torus of 11 by 11 cells.
    #[default]
    Tetress,
}

/// Everything that settles a training run of Tetress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TetressConfig {
    /// Which game is learned.
    pub game: TetressKind,
    /// The run itself.
    pub run: RunConfig,
    /// How the games of self-play begin and end.
    pub self_play: SelfPlayConfig,
    /// How an expert plays for imitation.
    pub imitation: ImitationConfig,
    /// The neural network; its convolutions wrap around the board.
    pub network: NetworkConfig,
    /// What is remembered of the games played, and how it is drawn.
    pub replay: ReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How actors search.
    pub search: SelfPlaySettings,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How progress is judged.
    pub evaluation: TetressEvaluationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}

/// How the games of self-play begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// The fewest and the most moves of a game that are drawn before players choose.
    pub opening: [u8; 2],
    /// Moves after the opening that are drawn from what the search finds good; later ones are the best it finds.
    pub noisy_moves: u8,
    /// The chance to win, as the search has it, below which a player gives up; 0 plays all games to their end.
    #[schemars(range(min = 0.0, max = 0.4))]
    pub resign: f32,
    /// Share of the games that are played to their end all the same, so that hope given up too early shows.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub play_on: f64,
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        SelfPlayConfig { opening: [2, 6], noisy_moves: 16, resign: 0.0, play_on: 0.1 }
    }
}

/// How an expert plays for imitation: alpha-beta against itself, whose choice and whose judgement are learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ImitationConfig {
    /// Share of the moves collected that are the expert's; 1 is no self-play at all.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub share: f64,
    /// Positions that the expert looks at for a move.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub nodes: u64,
    /// The fewest and the most moves of a game that are drawn before the expert plays.
    pub opening: [u8; 2],
    /// Share of the positions whose value is learned from how the game ended; in the others it is what the expert has
    /// proved, if it has.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub outcomes: f64,
    /// Share of those left whose value is learned from a random game from there; in the rest it is the estimate of the
    /// expert's search.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub playouts: f64,
    /// Share of the later moves that are drawn too; what the expert would have played is learned there all the same.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub random: f64,
}

impl Default for ImitationConfig {
    fn default() -> Self {
        ImitationConfig {
            share: 0.0,
            nodes: 2_000,
            opening: [2, 8],
            outcomes: 0.1,
            playouts: 0.7,
            random: 0.1,
        }
    }
}

/// How progress is judged: games by the most probable move, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TetressEvaluationConfig {
    /// Games against each opponent.
    #[schemars(range(min = 1, max = 100_000))]
    pub count: usize,
    /// Gradient steps between evaluations.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub interval: u64,
    /// Whether the best network plays games with openings never used before, at the end.
    pub test: bool,
}

impl Default for TetressEvaluationConfig {
    fn default() -> Self {
        TetressEvaluationConfig { count: 20, interval: 500, test: false }
    }
}

impl Default for TetressConfig {
    fn default() -> Self {
        TetressConfig {
            game: TetressKind::default(),
            run: RunConfig::default(),
            self_play: SelfPlayConfig::default(),
            imitation: ImitationConfig::default(),
            network: NetworkConfig { channels: 48, blocks: 4, distance_bins: 2, ..NetworkConfig::default() },
            replay: ReplayConfig {
                capacity: 200_000,
                hindsight: HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() },
                ..ReplayConfig::default()
            },
            learner: LearnerConfig {
                algorithm: Algorithm::Zero,
                loss_weights: LossWeights { q: 0.0, policy: 1.0, distance: 0.0, success: 1.0 },
                learning_starts: 2_000,
                any_order: false,
                ceilings: false,
                ..LearnerConfig::default()
            },
            search: SelfPlaySettings::default(),
            actors: ActorsConfig { environments: 8, replay_ratio: 4.0, ..ActorsConfig::default() },
            evaluation: TetressEvaluationConfig::default(),
            checkpoint: CheckpointConfig::default(),
            budget: BudgetConfig::default(),
        }
    }
}

impl Settings for TetressConfig {
    const TITLE: &'static str = "tetreach config, Tetress";

    fn check(&self, rules: &mut BrokenRules) {
        check_priority(&self.replay.priority, rules);
        self.train_settings().check(rules);
        let learner = &self.learner;
        rules.hold(self.network.trunk == TrunkKind::Conv, "network.trunk", || {
            "`network.trunk` must be \"conv\": placements are read from maps over the board".into()
        });
        rules.hold(learner.algorithm == Algorithm::Zero, "learner.algorithm", || {
            "`learner.algorithm` must be \"zero\": a game of two is learned by search".into()
        });
        rules.hold(learner.loss_weights.q == 0.0, "learner.loss_weights.q", || {
            "`learner.loss_weights.q` must be 0: the next move is the opponent's, so that there is nothing to \
             bootstrap from"
                .into()
        });
        rules.hold(self.replay.hindsight.n_sampled_goal == 0, "replay.hindsight.n_sampled_goal", || {
            "`replay.hindsight.n_sampled_goal` must be 0: there are no goals to pretend".into()
        });
        for (path, [fewest, most]) in
            [("self_play.opening", self.self_play.opening), ("imitation.opening", self.imitation.opening)]
        {
            rules.hold(fewest <= most && most < MAX_TURNS, path, || {
                format!(
                    "`{path}` is [{fewest}, {most}], but must be two numbers below 150, the smaller first"
                )
            });
        }
        let limit = usize::from(MAX_TURNS);
        rules.hold(limit <= self.replay.capacity, "replay.capacity", || {
            format!("`replay.capacity` must hold a game of {limit} moves")
        });
    }

    fn name(&self) -> Option<&str> {
        Some(self.run.name.as_str()).filter(|name| !name.is_empty())
    }
}

impl TrainConfig for TetressConfig {
    type Domain = TetressDomain;

    fn domain(&self) -> Result<TetressDomain, TrainError> {
        Ok(TetressDomain::new(self))
    }

    fn train_settings(&self) -> TrainSettings {
        let network = self.network.settings(self.learner.value_loss.atoms());
        TrainSettings {
            run: self.run.clone(),
            network: NetSettings { wraps: true, ..network },
            replay: self.replay.settings(self.learner.gamma as f32, false),
            annealing: self.replay.annealing(),
            learner: self.learner.clone(),
            demonstrations: self.imitation.share,
            exploration: ExplorationConfig::default(),
            actors: self.actors.clone(),
            search: self.search,
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
            Layers::<TetressConfig>::new().assign(&assignment).resolve().map(drop)
        };
        assert!(resolved("self_play.resign=0.05").is_ok());
        for (assignment, problem) in [
            ("network.trunk=mlp", "placements are read from maps"),
            ("learner.algorithm=dqn", "learned by search"),
            ("learner.loss_weights.q=1.0", "nothing to bootstrap from"),
            ("replay.hindsight.n_sampled_goal=4", "no goals to pretend"),
            ("self_play.opening=[5, 4]", "the smaller first"),
            ("imitation.opening=[2, 150]", "two numbers below 150"),
            ("self_play.resign=0.9", "self_play.resign"),
        ] {
            let error = resolved(assignment).unwrap_err().to_string();
            assert!(error.contains(problem), "{assignment}: {error}");
        }
    }
}
