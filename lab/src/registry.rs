//! The agents of the experiments, by name.

use tetreach::registry::{AgentEntry, AgentError, AgentOptions, Family, Registry, searching};
use tetreach::solve::Solver;
use tetreach::solve::learned::{
    LearnedSearch, MctsAgentSettings, Method, SearchAgentSettings, SearchDirection,
};
use tetreach_agents::search::mcts::{MctsSettings, RootRule};

use crate::baseline::MctsCnn;

const AGENTS: &[AgentEntry] = &[
    AgentEntry::new(
        "mcts-cnn",
        "the thesis' method repaired: trains a regressor for the target, then lets it guide tree search",
        |_| Ok(Box::new(MctsCnn::repaired())),
    )
    .of(Family::PerTarget)
    .coloured([0xD1, 0x34, 0x3C])
    .experiment(),
    AgentEntry::new("mcts-cnn-thesis", "the thesis' method with the faults of its code", |_| {
        Ok(Box::new(MctsCnn::thesis()))
    })
    .of(Family::PerTarget)
    .coloured([0xE8, 0x83, 0x3A])
    .experiment(),
    with_network("mcts-puct", "tree search with PUCT at every node", |options| {
        searching("mcts-puct", LearnedSearch::Mcts(first_way(SearchDirection::Forward)), options)
    }),
    with_network("mcts-gumbel", "tree search with sequential halving at the root", |options| {
        let settings = first_way(SearchDirection::Forward);
        let tree = MctsSettings {
            root: RootRule::Gumbel { considered: 16, simulations: 64, scale: 0.0 },
            ..MctsSettings { leaves: settings.tree.leaves, ..MctsSettings::gumbel(16, 64) }
        };
        searching("mcts-gumbel", LearnedSearch::Mcts(MctsAgentSettings { tree, ..settings }), options)
    }),
    with_network("policy-beam", "a beam on the policy", |options| {
        best_first("policy-beam", Method::PolicyBeam { width: 1, growth: 4, distance: 0.0 }, options)
    }),
    with_network("mixed-beam", "a beam on policy and distance", |options| {
        best_first("mixed-beam", Method::PolicyBeam { width: 1, growth: 4, distance: 0.5 }, options)
    }),
    with_network("levin", "Levin tree search", |options| best_first("levin", Method::Levin, options)),
    with_network("phs-star", "PHS*, Levin tree search with the network's distance", |options| {
        best_first("phs-star", Method::PhsStar, options)
    }),
    with_network("q-star", "Q*, weighted A* on the values of moves", |options| {
        best_first("q-star", Method::QStar { weight: 0.6 }, options)
    }),
    with_network("a-star", "weighted A* on the network's distance", |options| {
        best_first("a-star", Method::AStar { weight: 0.6 }, options)
    }),
    with_network("mcts-backward", "tree search with PUCT from the target back", |options| {
        searching("mcts-backward", LearnedSearch::Mcts(first_way(SearchDirection::Backward)), options)
    }),
    with_network("policy-beam-backward", "a beam on the policy from the target back", |options| {
        let direction = SearchDirection::Backward;
        let settings = SearchAgentSettings { direction, ..SearchAgentSettings::default() };
        searching("policy-beam-backward", LearnedSearch::Search(settings), options)
    }),
];

/// A search with a trained network that ends with its first answer.
const fn with_network(
    name: &'static str,
    summary: &'static str,
    make: tetreach::registry::Make,
) -> AgentEntry {
    AgentEntry::new(name, summary, make).of(Family::Learned).first_answer().experiment()
}

/// One of the searches that `search` can be set to.
fn best_first(
    name: &'static str,
    method: Method,
    options: AgentOptions<'_>,
) -> Result<Box<dyn Solver>, AgentError> {
    let direction = SearchDirection::Forward;
    let settings = SearchAgentSettings { method, direction, ..SearchAgentSettings::default() };
    searching(name, LearnedSearch::Search(settings), options)
}

/// A tree search that ends with its first way.
fn first_way(direction: SearchDirection) -> MctsAgentSettings {
    MctsAgentSettings { direction, shorten: false, ..MctsAgentSettings::default() }
}

/// All agents: those of the library and those of the experiments.
pub fn registry() -> Registry {
    Registry::standard().with(AGENTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_answers_to_its_name_and_those_of_the_lab_are_experiments() {
        let registry = registry();
        assert!(AGENTS.iter().all(|entry| entry.is_experiment));
        for (index, entry) in registry.entries().iter().enumerate() {
            assert!(registry.entries()[..index].iter().all(|other| other.name != entry.name));
            let agent = registry.agent(entry.name, AgentOptions::default()).unwrap();
            assert_eq!(agent.name(), entry.name);
        }
    }
}
