//! What configs of games without a goal share.

use tetreach_agents::Schedule;
use tetreach_agents::config::BrokenRules;
use tetreach_agents::learn::LossWeights;
use tetreach_agents::replay::HindsightSettings;
use tetreach_agents::train::settings::{Algorithm, LearnerConfig, PriorityConfig, ReplayConfig};

/// A learner of nothing but values, which is all that can be learned without goals and demonstrations.
pub fn values_alone() -> LearnerConfig {
    LearnerConfig {
        loss_weights: LossWeights::Q,
        any_order: false,
        ceilings: false,
        ..LearnerConfig::default()
    }
}

/// Transitions remembered as games with goals have them, without goals to pretend.
pub fn without_hindsight(
    capacity: usize,
    n_step: Schedule,
    prioritized: bool,
    priority: PriorityConfig,
) -> ReplayConfig {
    let hindsight = HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() };
    ReplayConfig { capacity, n_step, hindsight, prioritized, priority }
}

/// Names what a learner cannot do in a game without a goal and perhaps without an end.
pub fn check_learner(learner: &LearnerConfig, game: &str, rules: &mut BrokenRules) {
    rules.hold(learner.algorithm == Algorithm::Dqn, "learner.algorithm", || {
        format!("`learner.algorithm` must be \"dqn\": {game} is learned by values")
    });
    rules.hold(learner.gamma < 1.0, "learner.gamma", || {
        "`learner.gamma` must be below 1: a game can go on for ever".into()
    });
    rules.hold(!learner.ceilings && !learner.any_order, "learner.ceilings", || {
        "`learner.ceilings` and `learner.any_order` must be false: there is no goal".into()
    });
}

/// Names an episode that the memory cannot hold.
pub fn check_limit(limit: usize, path: &'static str, capacity: usize, rules: &mut BrokenRules) {
    rules.hold(limit <= capacity, path, || format!("`{path}` is {limit}, more than `replay.capacity` holds"));
}
