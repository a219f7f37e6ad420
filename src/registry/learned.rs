//! Agents that play by a trained network.

use std::path::Path;
use std::sync::Arc;

use tetreach_agents::store::Model;

use super::{AgentEntry, AgentError, AgentOptions};
use crate::network::{GreedyAgent, GreedyReverseAgent, Inference, LearnedAgent, ShippedNetwork};
use crate::solve::Solver;
use crate::solve::learned::{LearnedSearch, SearchDirection};

/// The agents by name.
pub(super) const AGENTS: &[AgentEntry] = &[
    AgentEntry::new("greedy", "the best move by a trained network, without search", |options| {
        Ok(Box::new(GreedyAgent::on(options.backend(), model(options.checkpoint, ShippedNetwork::Placing)?)))
    })
    .playing_by(ShippedNetwork::Placing)
    .coloured([0x3D, 0xA5, 0xD9])
    .first_answer(),
    AgentEntry::new(
        "greedy-backward",
        "the best reverse move by a trained network, from the target back",
        |options| {
            let model = model(options.checkpoint, ShippedNetwork::TwoWay)?;
            Ok(Box::new(GreedyReverseAgent::on(options.backend(), model)))
        },
    )
    .playing_by(ShippedNetwork::TwoWay)
    .first_answer()
    .experiment(),
    AgentEntry::new(
        "mcts",
        "tree search with a trained policy and value, from the end that suits the network",
        |options| searching("mcts", LearnedSearch::Mcts(options.read_settings()?), options),
    )
    .playing_by(ShippedNetwork::TwoWay)
    .coloured([0x86, 0x57, 0xDB])
    .configurable()
    .monitored(),
    AgentEntry::new(
        "search",
        "best-first searches with a trained network, a beam on its policy first of all",
        |options| searching("search", LearnedSearch::Search(options.read_settings()?), options),
    )
    .playing_by(ShippedNetwork::TwoWay)
    .coloured([0x1F, 0x6F, 0xEB])
    .configurable()
    .first_answer()
    .monitored(),
];

/// The model of a checkpoint, or one that comes with the program.
fn model(checkpoint: Option<&Path>, shipped: ShippedNetwork) -> Result<Model, AgentError> {
    let model = checkpoint.map_or_else(|| shipped.load(), Model::load);
    model.map_err(|error| AgentError::Model(Box::new(error)))
}

/// A search with a trained network, under a name of the caller; it answers by the checkpoint of the options, or by the
/// network that comes with the program for its direction.
pub fn searching(
    name: &'static str,
    search: LearnedSearch,
    options: AgentOptions<'_>,
) -> Result<Box<dyn Solver>, AgentError> {
    let shipped = match search.direction() {
        SearchDirection::Forward => ShippedNetwork::Placing,
        SearchDirection::Auto | SearchDirection::Backward => ShippedNetwork::TwoWay,
    };
    let inference = Arc::new(Inference::on(options.backend(), model(options.checkpoint, shipped)?));
    let agent = LearnedAgent::new(name, inference, search);
    Ok(Box::new(agent.expect("invariant: settings were checked when they were read")))
}
