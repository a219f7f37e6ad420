//! Settings of a training run of reach.
//!
//! The structs below are the one source for [`Layers`]: their doc sentences and ranges check what users write, complete
//! it in editors and make `docs/config.md`.

mod board;
mod environment;
mod evaluation;
mod goals;
mod network;
mod reference;
mod replay;
mod rules;
mod search;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use board::BoardConfig;
pub use environment::EnvironmentConfig;
pub use evaluation::EvaluationConfig;
pub use goals::{ClearsGoals, DrawingGoals, GoalsConfig, PixelsGoals, ReverseGoals, StackGoals};
pub use network::ReachNetworkConfig;
pub use reference::reference;
pub use replay::{ReachReplayConfig, SolvedKinds};
pub use search::SearchConfig;
pub use tetreach_agents::config::{Assignment, ConfigError, Layers, Origin, Resolved, json_schema};
pub use tetreach_agents::train::settings::{
    ActorsConfig, Algorithm, BudgetConfig, CheckpointConfig, ExplorationConfig, LearnerConfig, RunConfig,
    ValueLoss,
};

/// Which game is learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameConfig {
    /// Reach a target board.
    #[default]
    Reach,
    /// Reach a target board, and take one apart: one network for both directions.
    ReachTwoWay,
}

/// Everything that settles a training run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Which game is learned.
    pub game: GameConfig,
    /// The run itself.
    pub run: RunConfig,
    /// The board.
    pub board: BoardConfig,
    /// The rules of an episode.
    pub environment: EnvironmentConfig,
    /// Where the targets of training come from: kinds of random targets, drawn by weight.
    pub goals: GoalsConfig,
    /// The neural network.
    pub network: ReachNetworkConfig,
    /// What is remembered of the episodes played, and how it is drawn.
    pub replay: ReachReplayConfig,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// How often the actors leave the policy.
    pub exploration: ExplorationConfig,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How actors search that learn by expert iteration (`learner.algorithm = "zero"`).
    pub search: SearchConfig,
    /// How progress is judged.
    pub evaluation: EvaluationConfig,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends: at the first limit reached.
    pub budget: BudgetConfig,
}
