//! `[replay]`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::Schedule;
use tetreach_agents::replay::{HindsightSettings, ReplaySettings};
use tetreach_agents::train::settings::{PriorityConfig, ReplayAnnealing, ReplayConfig};

/// What is remembered of the episodes played, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReachReplayConfig {
    /// Most transitions kept; about 150 bytes each.
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
    /// Share of the transitions collected that are shown rather than played: random games, exact reverse walks and
    /// solved targets; 0 is pure reinforcement learning.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub demonstrations: f64,
    /// Share of the demonstrations that are games of `demonstration_files`.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub recorded: f64,
    /// Files of recorded games of reach on this board, as `tetreach play --record` and `tetreach eval --record` write
    /// them; `learner.margin` says how much better than others their placements must look.
    pub demonstration_files: Vec<String>,
    /// Share of the games, shown or played, in which every placement that leads on to the goal is looked for, exactly,
    /// as long as the goal can be built without clears.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub exact: f64,
    /// Share of the other demonstrations that are solutions of targets to which no way was known.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub solved: f64,
    /// Which targets these are, within the ranges of `goals`.
    pub solved_kinds: SolvedKinds,
    /// The agent that solves them, one without a network; `auto`, `unstack` and `waypoints` use a learned estimate.
    #[schemars(length(min = 1, max = 100))]
    pub solver: String,
    /// Boards that it may generate for each of them; what is not solved within is left out.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub solver_nodes: u64,
    /// Whether boards of all distances are solved equally often rather than random pixels, which needs the solver
    /// `oracle`.
    pub solved_evenly: bool,
    /// Share of the games that the network plays backwards which the solver takes over at one of their boards, so that
    /// it is shown what to do where its own moves lead. Such games begin at targets of `solved_kinds`.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub expert: f64,
}

/// How often targets of a kind are solved, relative to the other kinds; 0 is never.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SolvedKinds {
    /// Random pixels.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub pixels: f64,
    /// Random lines, boxes and blobs.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub drawing: f64,
    /// Ends of random games that cleared rows, by a way of the solver's and not by the game's own.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub clears: f64,
}

impl Default for SolvedKinds {
    fn default() -> Self {
        SolvedKinds { pixels: 1.0, drawing: 0.0, clears: 0.0 }
    }
}

impl Default for ReachReplayConfig {
    fn default() -> Self {
        ReachReplayConfig {
            capacity: 1_000_000,
            n_step: Schedule::Linear { start: 10.0, end: 3.0, steps: 10_000 },
            hindsight: HindsightSettings::default(),
            prioritized: false,
            priority: PriorityConfig::default(),
            demonstrations: 0.0,
            recorded: 0.0,
            demonstration_files: Vec::new(),
            exact: 0.0,
            solved: 0.0,
            solved_kinds: SolvedKinds::default(),
            solver: "construct".into(),
            solver_nodes: 20_000,
            solved_evenly: false,
            expert: 0.0,
        }
    }
}

impl ReachReplayConfig {
    /// What games of any task have.
    fn common(&self) -> ReplayConfig {
        let Self { capacity, n_step, hindsight, prioritized, priority, .. } = *self;
        ReplayConfig { capacity, n_step, hindsight, prioritized, priority }
    }

    /// The settings of the buffer, which also needs the discount and what the policy learns.
    pub fn settings(&self, discount: f32, any_order: bool) -> ReplaySettings {
        self.common().settings(discount, any_order)
    }

    /// What changes as training goes on.
    pub fn annealing(&self) -> ReplayAnnealing {
        self.common().annealing()
    }
}
