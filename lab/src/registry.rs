//! The agents of the experiments, by name.

use tetreach::registry::{AgentEntry, Registry};

use crate::baseline::MctsCnn;

const AGENTS: &[AgentEntry] = &[
    AgentEntry::new(
        "mcts-cnn",
        "the thesis' method repaired: trains a regressor for the target, then lets it guide tree search",
        |_| Ok(Box::new(MctsCnn::repaired())),
    ),
    AgentEntry::new("mcts-cnn-thesis", "the thesis' method with the faults of its code", |_| {
        Ok(Box::new(MctsCnn::thesis()))
    }),
];

/// All agents: those of the library and those of the experiments.
pub fn registry() -> Registry {
    Registry::standard().with(AGENTS)
}
