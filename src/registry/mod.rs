//! Agents by name, as the command line and training configs ask for them.

mod learned;

use std::path::Path;

use tetreach_agents::config::{ConfigError, Layers, Settings, closest};

use crate::solve::estimate::EstimateKind;
use crate::solve::oracle::Oracle;
use crate::solve::{
    AnytimeSearch, Auto, Beam, Construct, Direction, Exact, PlainUct, Proposers, RandomWalks, Solver,
};

/// What an agent is made from, beside its name.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentOptions<'a> {
    /// A run folder, a checkpoint folder or a file of weights; agents that learned have weights without it.
    pub checkpoint: Option<&'a Path>,
    /// A TOML file of settings.
    pub settings: Option<&'a Path>,
}

impl AgentOptions<'_> {
    /// The settings of the agent: what the file says, over the defaults.
    pub fn read_settings<T: Settings>(&self) -> Result<T, ConfigError> {
        let layers = self.settings.iter().fold(Layers::new(), |layers, file| layers.file(file));
        Ok(layers.resolve()?.config)
    }
}

/// Makes an agent.
pub type Make = fn(AgentOptions<'_>) -> Result<Box<dyn Solver>, AgentError>;

/// An agent that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct AgentEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Whether it plays by trained weights, and so takes a checkpoint.
    pub is_learned: bool,
    /// Whether it takes a file of settings.
    pub has_settings: bool,
    make: Make,
}

impl AgentEntry {
    /// An agent that is made from nothing.
    pub const fn new(name: &'static str, summary: &'static str, make: Make) -> Self {
        Self { name, summary, is_learned: false, has_settings: false, make }
    }

    /// The same agent, which plays by trained weights.
    pub const fn learned(self) -> Self {
        Self { is_learned: true, ..self }
    }

    /// The same agent, which takes a file of settings.
    pub const fn configurable(self) -> Self {
        Self { has_settings: true, ..self }
    }
}

fn anytime(proposers: Proposers, estimate: EstimateKind) -> Result<Box<dyn Solver>, AgentError> {
    Ok(Box::new(AnytimeSearch { estimate, proposers }))
}

/// The agents that need no network.
const SOLVERS: &[AgentEntry] = &[
    AgentEntry::new(
        "auto",
        "the portfolio that always answers: proofs, searches, construction, then shorter answers",
        |_| Ok(Box::new(Auto::default())),
    ),
    AgentEntry::new(
        "construct",
        "peels the target row by row; answers every board with two free rows, at once",
        |_| Ok(Box::new(Construct::default())),
    ),
    AgentEntry::new(
        "unstack",
        "ever wider beams that take pieces off, ranked by what was learned of the lines still needed",
        |_| anytime(Proposers::Pieces, EstimateKind::Learned),
    ),
    AgentEntry::new("unstack-hand", "the same with hand-made features in place of what was learned", |_| {
        anytime(Proposers::Pieces, EstimateKind::Hand)
    }),
    AgentEntry::new(
        "waypoints",
        "ever wider beams over peeled boards, ranked by what was learned of the lines still needed",
        |_| anytime(Proposers::Waypoints, EstimateKind::Learned),
    ),
    AgentEntry::new(
        "waypoints-hand",
        "the same with hand-made features in place of what was learned",
        |_| anytime(Proposers::Waypoints, EstimateKind::Hand),
    ),
    AgentEntry::new(
        "waypoints-mcts",
        "tree search over peeled boards, valued by what was learned of the lines still needed",
        |_| anytime(Proposers::WaypointTrees, EstimateKind::Learned),
    ),
    AgentEntry::new(
        "waypoints-mcts-hand",
        "the same with hand-made features in place of what was learned",
        |_| anytime(Proposers::WaypointTrees, EstimateKind::Hand),
    ),
    AgentEntry::new(
        "beam",
        "backward beam search on hand-made features, widening until the budget ends",
        |options| Ok(Box::new(options.read_settings::<Beam>()?)),
    )
    .configurable(),
    AgentEntry::new("random", "random placements until the target happens to appear", |_| {
        Ok(Box::new(RandomWalks))
    }),
    AgentEntry::new("oracle", "exact shortest ways on small boards", |_| Ok(Box::new(Oracle::default()))),
    AgentEntry::new("exact", "a shortest way with its proof, by exact search on boards of any size", |_| {
        Ok(Box::new(Exact))
    }),
    AgentEntry::new(
        "uct",
        "plain Monte Carlo tree search over placements, win or lose, nothing learned",
        |_| Ok(Box::new(PlainUct::of(Direction::Forward))),
    ),
    AgentEntry::new(
        "uct-backward",
        "plain Monte Carlo tree search over reverse moves from the target",
        |_| Ok(Box::new(PlainUct::of(Direction::Backward))),
    ),
];

/// Agents by name, in the order in which they are listed.
///
/// ```
/// use tetreach::registry::{AgentOptions, Registry};
///
/// let agent = Registry::standard().agent("construct", AgentOptions::default())?;
/// assert_eq!(agent.name(), "construct");
/// # Ok::<(), tetreach::registry::AgentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    entries: Vec<AgentEntry>,
}

impl Registry {
    /// The agents of this crate.
    pub fn standard() -> Self {
        Self { entries: SOLVERS.to_vec() }.with(learned::AGENTS)
    }

    /// The same agents and others after them.
    pub fn with(mut self, entries: &[AgentEntry]) -> Self {
        self.entries.extend_from_slice(entries);
        self
    }

    /// All agents.
    pub fn entries(&self) -> &[AgentEntry] {
        &self.entries
    }

    /// The agent with this name; one that learned plays by the weights that come with the program unless told
    /// otherwise.
    pub fn agent(&self, name: &str, options: AgentOptions<'_>) -> Result<Box<dyn Solver>, AgentError> {
        let entry = self.entry(name)?;
        if options.checkpoint.is_some() && !entry.is_learned {
            return Err(AgentError::NeedlessCheckpoint { name: entry.name });
        }
        if options.settings.is_some() && !entry.has_settings {
            return Err(AgentError::NeedlessSettings { name: entry.name });
        }
        (entry.make)(options)
    }

    /// What is known of the agent with this name.
    pub fn entry(&self, name: &str) -> Result<&AgentEntry, UnknownAgent> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let names: Vec<&'static str> = self.entries.iter().map(|entry| entry.name).collect();
            UnknownAgent { name: name.to_owned(), nearest: closest(name, names.iter().copied()), names }
        })
    }
}

/// A name that no agent has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAgent {
    /// The name asked for.
    pub name: String,
    /// The name that looks most like it.
    pub nearest: Option<&'static str>,
    /// The names that there are.
    pub names: Vec<&'static str>,
}

impl std::error::Error for UnknownAgent {}

impl std::fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no agent `{}`", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, ", did you mean `{nearest}`?")?;
        }
        write!(f, " (agents: {})", self.names.join(", "))
    }
}

/// Why there is no such agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// No agent has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownAgent),
    /// Weights for an agent that has no use for them.
    #[error("the agent `{name}` has learned nothing and takes no --checkpoint")]
    NeedlessCheckpoint {
        /// The agent.
        name: &'static str,
    },
    /// Settings for an agent that has none.
    #[error("the agent `{name}` has no settings in a file and takes no --agent-config")]
    NeedlessSettings {
        /// The agent.
        name: &'static str,
    },
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] ConfigError),
    /// The weights cannot be had.
    #[error(transparent)]
    Model(Box<dyn std::error::Error + Send + Sync>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_each_agent_answers_to_its_own() {
        let registry = Registry::standard();
        for (index, entry) in registry.entries().iter().enumerate() {
            let agent = registry.agent(entry.name, AgentOptions::default()).unwrap();
            assert_eq!(agent.name(), entry.name);
            assert!(registry.entries()[..index].iter().all(|other| other.name != entry.name));
        }
    }

    #[test]
    fn unknown_names_get_the_list_and_a_guess() {
        let message = Registry::standard().entry("randon").unwrap_err().to_string();
        assert!(
            message.starts_with("there is no agent `randon`, did you mean `random`? (agents: "),
            "{message}"
        );
        assert_eq!(Registry::standard().entry("zzzzzzzzzz").unwrap_err().nearest, None);
    }
}
