//! `[replay]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::replay::{HindsightSettings, PrioritySettings, ReplaySettings};

/// What is remembered of the episodes played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReachReplayConfig {
    /// Most transitions kept; about 150 bytes each.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub capacity: usize,
    /// Steps that a return sums before it bootstraps.
    #[schemars(range(min = 1, max = 1000))]
    pub n_step: usize,
    /// Which goals are pretended to have been pursued.
    pub hindsight: HindsightSettings,
    /// Whether surprising transitions are drawn more often.
    pub prioritized: bool,
    /// How strongly surprising transitions are preferred.
    pub priority: PrioritySettings,
    /// Share of the transitions collected that are shown rather than played: random games, exact reverse walks and
    /// solved targets; 0 is pure reinforcement learning.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub demonstrations: f64,
    /// Share of the games, shown or played, in which every placement that leads on to the goal is looked for, exactly, as long
    /// as the goal can be built without clears.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub exact: f64,
    /// Share of the demonstrations that are solutions of random pixels (within the ranges of `goals.pixels`).
    #[schemars(range(min = 0.0, max = 1.0))]
    pub solved: f64,
    /// The agent that solves them, one that has learned nothing.
    #[schemars(length(min = 1, max = 100))]
    pub solver: String,
    /// Boards that it may generate for each of them; what is not solved within is left out.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub solver_nodes: u64,
    /// Whether boards of all distances are solved equally often rather than random pixels, which needs the solver `oracle`.
    pub solved_evenly: bool,
}

impl Default for ReachReplayConfig {
    fn default() -> Self {
        ReachReplayConfig {
            capacity: 1_000_000,
            n_step: 1,
            hindsight: HindsightSettings::default(),
            prioritized: false,
            priority: PrioritySettings::default(),
            demonstrations: 0.0,
            exact: 0.0,
            solved: 0.0,
            solver: "construct".into(),
            solver_nodes: 20_000,
            solved_evenly: false,
        }
    }
}

impl ReachReplayConfig {
    /// The settings of the buffer, which also needs the discount and what the policy learns.
    pub fn settings(&self, discount: f32, any_order: bool) -> ReplaySettings {
        ReplaySettings {
            capacity: self.capacity,
            // Episodes come whole from the actors: none is written step by step.
            writers: 0,
            hindsight: self.hindsight,
            n_step: self.n_step,
            discount,
            priority: self.prioritized.then_some(self.priority),
            any_order,
        }
    }
}
