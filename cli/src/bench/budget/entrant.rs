//! Who competes.

use std::sync::Arc;

use clap::ValueEnum;
use tetreach_agents::search::mcts::{MctsSettings, RootRule};

use tetreach::network::{GreedyAgent, GreedyReverseAgent, Inference, LearnedAgent};
use tetreach::solve::learned::{
    LearnedSearch, MctsAgentSettings, Method, SearchAgentSettings, SearchDirection,
};
use tetreach::solve::{Beam, Solver};

/// A search under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Entrant {
    /// The best move by the network, without search.
    Greedy,
    /// Tree search with PUCT.
    MctsPuct,
    /// Tree search with sequential halving at the root.
    MctsGumbel,
    /// A beam on the policy.
    PolicyBeam,
    /// A beam on policy and distance.
    MixedBeam,
    /// Levin tree search.
    Levin,
    /// PHS*.
    PhsStar,
    /// Q*.
    QStar,
    /// Weighted A*.
    AStar,
    /// The best reverse move by the network, without search.
    GreedyBackward,
    /// Tree search with PUCT from the target.
    MctsBackward,
    /// A beam on the policy from the target.
    BeamBackward,
    /// The hand-made backward beam, without a network.
    Beam,
}

impl Entrant {
    /// The name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Entrant::Greedy => "greedy",
            Entrant::MctsPuct => "mcts-puct",
            Entrant::MctsGumbel => "mcts-gumbel",
            Entrant::PolicyBeam => "policy-beam",
            Entrant::MixedBeam => "mixed-beam",
            Entrant::Levin => "levin",
            Entrant::PhsStar => "phs-star",
            Entrant::QStar => "q-star",
            Entrant::AStar => "a-star",
            Entrant::GreedyBackward => "greedy-backward",
            Entrant::MctsBackward => "mcts-backward",
            Entrant::BeamBackward => "policy-beam-backward",
            Entrant::Beam => "beam",
        }
    }

    /// Whether it stops at the first way it finds; others go on for shorter ones.
    pub fn ends_with_first_way(self) -> bool {
        self != Entrant::Beam
    }

    /// The search itself.
    pub fn solver(self, inference: &Arc<Inference>) -> anyhow::Result<Box<dyn Solver>> {
        let search = match self {
            Entrant::Greedy => return Ok(Box::new(GreedyAgent::new(inference.model().clone()))),
            Entrant::Beam => return Ok(Box::new(Beam::default())),
            Entrant::MctsPuct => mcts(|tree| tree),
            Entrant::MctsGumbel => mcts(|tree| MctsSettings {
                root: RootRule::Gumbel { considered: 16, simulations: 64, scale: 0.0 },
                ..MctsSettings { leaves: tree.leaves, ..MctsSettings::gumbel(16, 64) }
            }),
            Entrant::PolicyBeam => best_first(Method::PolicyBeam { width: 1, growth: 4, distance: 0.0 }),
            Entrant::MixedBeam => best_first(Method::PolicyBeam { width: 1, growth: 4, distance: 0.5 }),
            Entrant::Levin => best_first(Method::Levin),
            Entrant::PhsStar => best_first(Method::PhsStar),
            Entrant::QStar => best_first(Method::QStar { weight: 0.6 }),
            Entrant::AStar => best_first(Method::AStar { weight: 0.6 }),
            Entrant::GreedyBackward => {
                return Ok(Box::new(GreedyReverseAgent::new(inference.model().clone())));
            }
            Entrant::MctsBackward => {
                let direction = SearchDirection::Backward;
                LearnedSearch::Mcts(MctsAgentSettings {
                    direction,
                    shorten: false,
                    ..MctsAgentSettings::default()
                })
            }
            Entrant::BeamBackward => {
                let direction = SearchDirection::Backward;
                LearnedSearch::Search(SearchAgentSettings { direction, ..SearchAgentSettings::default() })
            }
        };
        Ok(Box::new(LearnedAgent::new(self.name(), inference.clone(), search)?))
    }
}

fn mcts(change: impl Fn(MctsSettings) -> MctsSettings) -> LearnedSearch {
    let settings = MctsAgentSettings {
        direction: SearchDirection::Forward,
        shorten: false,
        ..MctsAgentSettings::default()
    };
    LearnedSearch::Mcts(MctsAgentSettings { tree: change(settings.tree), ..settings })
}

fn best_first(method: Method) -> LearnedSearch {
    let direction = SearchDirection::Forward;
    LearnedSearch::Search(SearchAgentSettings { method, direction, ..SearchAgentSettings::default() })
}
