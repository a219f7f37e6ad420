//! Agents that play by a trained network: its best move, or a search that it guides.

mod agent;
mod greedy;
mod inference;
mod model;
mod play;

use std::path::Path;
use std::sync::Arc;

pub use agent::LearnedAgent;
pub use greedy::GreedyAgent;
pub use inference::Inference;
pub use model::{Model, ModelError, NetworkPlayer};
pub use play::{Attempt, play_greedily};

use crate::registry::{AgentError, AgentOptions, Entry};
use crate::solve::Solver;
use crate::solve::learned::LearnedSearch;

/// The agents by name.
pub(crate) const AGENTS: &[Entry] = &[
    Entry::new("greedy", "the best move by a trained network, without search", |options| {
        Ok(Box::new(GreedyAgent::new(model(options.checkpoint)?)))
    })
    .learned(),
    Entry::new("mcts", "tree search over placements with a trained policy and value", |options| {
        searching("mcts", LearnedSearch::Mcts(options.read_settings()?), options)
    })
    .learned()
    .configurable(),
    Entry::new("search", "the best search with a trained network, a beam on its policy", |options| {
        searching("search", LearnedSearch::Search(options.read_settings()?), options)
    })
    .learned()
    .configurable(),
];

fn model(checkpoint: Option<&Path>) -> Result<Model, AgentError> {
    Model::load_or_shipped(checkpoint).map_err(|error| AgentError::Model(Box::new(error)))
}

/// A search with a trained network.
fn searching(
    name: &'static str,
    search: LearnedSearch,
    options: AgentOptions<'_>,
) -> Result<Box<dyn Solver>, AgentError> {
    let inference = Arc::new(Inference::new(model(options.checkpoint)?));
    let agent = LearnedAgent::new(name, inference, search);
    Ok(Box::new(agent.expect("invariant: settings were checked when they were read")))
}
