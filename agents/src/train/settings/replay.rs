//! `[replay]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::replay::{HindsightSettings, PrioritySettings, ReplaySettings};
use crate::schedule::Schedule;

/// What is remembered of the episodes played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReplayConfig {
    /// Most transitions kept.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub capacity: usize,
    /// Steps that a return sums before it bootstraps, by gradient steps.
    pub n_step: Schedule,
    /// Which goals are pretended to have been pursued.
    pub hindsight: HindsightSettings,
    /// Whether surprising transitions are drawn more often.
    pub prioritized: bool,
    /// How strongly surprising transitions are preferred.
    pub priority: PriorityConfig,
}

impl Default for ReplayConfig {
    fn default() -> Self {
        ReplayConfig {
            capacity: 1_000_000,
            n_step: Schedule::Constant { value: 1.0 },
            hindsight: HindsightSettings::default(),
            prioritized: false,
            priority: PriorityConfig::default(),
        }
    }
}

impl ReplayConfig {
    /// The settings of the buffer, which also needs the discount and what the policy learns.
    pub fn settings(&self, discount: f32, any_order: bool) -> ReplaySettings {
        let annealing = self.annealing();
        ReplaySettings {
            capacity: self.capacity,
            // Episodes come whole from the actors: none is written step by step.
            writers: 0,
            hindsight: self.hindsight,
            n_step: annealing.n_step_at(0),
            discount,
            priority: self.prioritized.then(|| self.priority.settings()),
            any_order,
        }
    }

    /// What changes as training goes on.
    pub fn annealing(&self) -> ReplayAnnealing {
        ReplayAnnealing { n_step: self.n_step, beta: self.priority.beta }
    }
}

/// How strongly surprising transitions are preferred; defaults as in the proportional variant of Schaul et al. 2016,
/// but with a constant correction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PriorityConfig {
    /// The exponent of the priority: 0 is uniform.
    pub alpha: f64,
    /// The exponent of the importance weights, by gradient steps: 1 corrects the bias in full.
    pub beta: Schedule,
    /// What is added to every error, so that nothing is never drawn.
    pub epsilon: f64,
}

impl Default for PriorityConfig {
    fn default() -> Self {
        let PrioritySettings { alpha, beta, epsilon } = PrioritySettings::default();
        PriorityConfig { alpha, beta: Schedule::Constant { value: beta }, epsilon }
    }
}

impl PriorityConfig {
    /// The priorities at the beginning.
    pub fn settings(&self) -> PrioritySettings {
        PrioritySettings { alpha: self.alpha, beta: self.beta.at(0), epsilon: self.epsilon }
    }
}

/// What changes in the way that replay is drawn from, by gradient steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayAnnealing {
    /// Steps that a return sums before it bootstraps.
    pub n_step: Schedule,
    /// The exponent of the importance weights.
    pub beta: Schedule,
}

impl ReplayAnnealing {
    /// The steps of a return at a gradient step: the nearest whole number.
    ///
    /// ```
    /// use tetreach_agents::Schedule;
    /// use tetreach_agents::train::settings::ReplayAnnealing;
    ///
    /// let beta = Schedule::Constant { value: 0.4 };
    /// let annealing = ReplayAnnealing { n_step: Schedule::Linear { start: 10.0, end: 3.0, steps: 100 }, beta };
    /// assert_eq!([0, 50, 100].map(|step| annealing.n_step_at(step)), [10, 7, 3]);
    /// ```
    pub fn n_step_at(&self, gradient_step: u64) -> usize {
        (self.n_step.at(gradient_step).round() as usize).max(1)
    }
}
