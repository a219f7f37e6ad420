//! The settings of a run that do not depend on the game: sections of config files, and all of them together.

mod actors;
mod budget;
mod checkpoint;
mod learner;
mod network;
mod replay;
mod rules;
mod run;
mod self_play;
mod validation;

use crate::env::GoalTask;
use crate::evaluate::{Evaluator, GreedyBy, Policy};
use crate::learn::DqnSettings;
use crate::nn::NetSettings;
use crate::replay::ReplaySettings;

pub use actors::{ActorsConfig, ExplorationConfig};
pub use budget::BudgetConfig;
pub use checkpoint::CheckpointConfig;
pub use learner::{Algorithm, LearnerConfig, ValueLoss};
pub use network::NetworkConfig;
pub use replay::{PriorityConfig, ReplayAnnealing, ReplayConfig};
pub use rules::check_priority;
pub use run::RunConfig;
pub use self_play::SelfPlaySettings;
pub use validation::ValidationConfig;

/// What the trainer needs to know, whatever the game.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainSettings {
    /// The run itself.
    pub run: RunConfig,
    /// The neural network.
    pub network: NetSettings,
    /// How the network learns.
    pub learner: LearnerConfig,
    /// What is remembered of the episodes played, and how it is drawn.
    pub replay: ReplaySettings,
    /// What changes in the way that it is drawn.
    pub annealing: ReplayAnnealing,
    /// The share of the transitions collected that are shown rather than played.
    pub demonstrations: f64,
    /// How often the actors leave the policy.
    pub exploration: ExplorationConfig,
    /// Who plays.
    pub actors: ActorsConfig,
    /// How actors search that learn by expert iteration.
    pub search: SelfPlaySettings,
    /// Gradient steps between validations.
    pub validation_interval: u64,
    /// Whether the best network is scored on episodes never used before, at the end.
    pub tests: bool,
    /// When the state of the run is saved.
    pub checkpoint: CheckpointConfig,
    /// When the run ends.
    pub budget: BudgetConfig,
}

impl TrainSettings {
    /// The settings of the learner.
    pub fn dqn(&self) -> DqnSettings {
        DqnSettings { threads: self.run.threads.into(), ..self.learner.settings() }
    }

    /// What the best action is the best by: the head that is trained, or both.
    pub fn greedy(&self) -> GreedyBy {
        let weights = &self.learner.loss_weights;
        match (weights.q > 0.0, weights.policy > 0.0, self.exploration.policy_weight as f32) {
            (true, false, _) | (true, true, 0.0) => GreedyBy::Q,
            (false, ..) | (true, true, 1.0) => GreedyBy::Policy,
            (true, true, weight) => GreedyBy::Mix { weight },
        }
    }

    /// Who plays for an actor: the best action, or a random one as exploration draws it.
    pub fn policy<T, V>(&self, task: T, evaluator: V) -> Policy<T, V>
    where
        T: GoalTask,
        V: Evaluator<State = T::State, Goal = T::Goal>,
    {
        Policy::new(task, evaluator, self.greedy()).exploring(self.exploration.promising)
    }

    /// What else the best action can be the best by: the other head, if both are trained and one of them plays.
    pub fn other_greedy(&self) -> Option<GreedyBy> {
        let weights = &self.learner.loss_weights;
        match self.greedy() {
            GreedyBy::Q if weights.policy > 0.0 => Some(GreedyBy::Policy),
            GreedyBy::Policy if weights.q > 0.0 => Some(GreedyBy::Q),
            _ => None,
        }
    }

    /// The number of steps to be collected before a gradient step.
    pub fn wanted(&self, gradient_step: u64) -> u64 {
        let wanted = (gradient_step * self.learner.batch_size as u64) as f64 / self.actors.replay_ratio;
        (wanted as u64).max(self.learner.learning_starts)
    }
}
