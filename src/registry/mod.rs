//! Agents by name, as the command line, training configs, the duel and the benchmarks ask for them.

mod capabilities;
mod experiments;
mod family;
mod learned;
mod offered;
mod solvers;

use std::path::Path;
use std::sync::Arc;

use tetreach_agents::config::{ConfigError, Layers, Settings, closest};

use crate::draw::Rgb;
use crate::network::{Backend, EngineBackend, ShippedNetwork};
use crate::solve::Solver;

pub use capabilities::Capabilities;
pub use family::Family;
pub use learned::searching;
pub use offered::OfferedAgent;

/// What an agent is made from, beside its name.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentOptions<'a> {
    /// A run folder, a checkpoint folder or a file of weights; agents that learned have weights without it.
    pub checkpoint: Option<&'a Path>,
    /// A TOML file of settings.
    pub settings: Option<&'a Path>,
    /// Where networks run; the processor if left out.
    pub backend: Option<&'a Arc<dyn Backend>>,
}

impl AgentOptions<'_> {
    /// Where networks run.
    pub fn backend(&self) -> Arc<dyn Backend> {
        self.backend.map_or_else(|| Arc::new(EngineBackend) as Arc<dyn Backend>, Arc::clone)
    }

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
    /// Where its knowledge comes from.
    pub family: Family,
    /// The network that it plays by unless it is given another one.
    pub network: Option<ShippedNetwork>,
    /// The colour of its lines and bars, if it has a fixed one.
    pub colour: Option<Rgb>,
    /// Whether it takes a file of settings.
    pub has_settings: bool,
    /// Whether it is an experiment: usable by name, and left out where users choose.
    pub is_experiment: bool,
    /// Whether it ends with its first answer; others go on for shorter ones until the budget is spent.
    pub ends_with_first_answer: bool,
    /// Whether it says what it does while it searches.
    pub is_monitored: bool,
    make: Make,
}

impl AgentEntry {
    /// An agent that is made from nothing.
    pub const fn new(name: &'static str, summary: &'static str, make: Make) -> Self {
        Self {
            name,
            summary,
            family: Family::HandMade,
            network: None,
            colour: None,
            has_settings: false,
            is_experiment: false,
            ends_with_first_answer: false,
            is_monitored: false,
            make,
        }
    }

    /// The same agent, whose knowledge comes from elsewhere.
    pub const fn of(self, family: Family) -> Self {
        Self { family, ..self }
    }

    /// The same agent, which plays by a network: this one unless it is given another.
    pub const fn playing_by(self, network: ShippedNetwork) -> Self {
        Self { family: Family::Learned, network: Some(network), ..self }
    }

    /// The same agent, drawn in this colour.
    pub const fn coloured(self, colour: [u8; 3]) -> Self {
        Self { colour: Some(Rgb(colour)), ..self }
    }

    /// The same agent, which takes a file of settings.
    pub const fn configurable(self) -> Self {
        Self { has_settings: true, ..self }
    }

    /// The same agent as an experiment.
    pub const fn experiment(self) -> Self {
        Self { is_experiment: true, ..self }
    }

    /// The same agent, which ends with its first answer.
    pub const fn first_answer(self) -> Self {
        Self { ends_with_first_answer: true, ..self }
    }

    /// The same agent, which says what it does while it searches.
    pub const fn monitored(self) -> Self {
        Self { is_monitored: true, ..self }
    }

    /// What can be done with it, beside playing.
    pub fn capabilities(&self) -> Capabilities {
        let learned = self.is_learned();
        Capabilities { trainable: learned, savable: learned, monitored: self.is_monitored }
    }

    /// Whether it plays by trained weights, and so takes a checkpoint.
    pub fn is_learned(&self) -> bool {
        self.family == Family::Learned
    }
}

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
        Self { entries: solvers::AGENTS.to_vec() }.with(learned::AGENTS).with(experiments::AGENTS)
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

    /// The agents that users choose from.
    pub fn listed(&self) -> impl Iterator<Item = &AgentEntry> {
        self.entries.iter().filter(|entry| !entry.is_experiment)
    }

    /// The agents that users choose from, as those of other games are told of.
    pub fn offered(&self) -> Vec<OfferedAgent> {
        let offer = |entry: &AgentEntry| OfferedAgent::new(entry.name, entry.summary, entry.capabilities());
        self.listed().map(offer).collect()
    }

    /// The agents that can be asked for and are not listed.
    pub fn experiments(&self) -> impl Iterator<Item = &AgentEntry> {
        self.entries.iter().filter(|entry| entry.is_experiment)
    }

    /// The agent with this name; one that learned plays by the weights that come with the program unless told
    /// otherwise.
    pub fn agent(&self, name: &str, options: AgentOptions<'_>) -> Result<Box<dyn Solver>, AgentError> {
        let entry = self.entry(name)?;
        if options.checkpoint.is_some() && !entry.is_learned() {
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
            let nearest = closest(name, self.entries.iter().map(|entry| entry.name));
            let names = self.listed().map(|entry| entry.name).collect();
            UnknownAgent { name: name.to_owned(), nearest, names }
        })
    }
}

/// A name that no agent has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAgent {
    /// The name asked for.
    pub name: String,
    /// The name that looks most like it, experiments included.
    pub nearest: Option<&'static str>,
    /// The names that are listed.
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
    use crate::game::Board;
    use crate::reach::Target;
    use crate::solve::{Budget, Observer, Progress, Request};

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
    fn users_choose_among_seven_agents_and_reach_the_others_by_name() {
        let registry = Registry::standard();
        let listed: Vec<&str> = registry.listed().map(|entry| entry.name).collect();
        assert_eq!(listed, ["auto", "construct", "exact", "oracle", "greedy", "mcts", "search"]);
        assert!(registry.experiments().any(|entry| entry.name == "waypoints-mcts"));
        let families = ["auto", "unstack", "waypoints", "unstack-hand", "construct", "mcts"]
            .map(|name| registry.entry(name).unwrap().family);
        let [estimate, by_hand, learned] = [Family::LearnedEstimate, Family::HandMade, Family::Learned];
        assert_eq!(families, [estimate, estimate, estimate, by_hand, by_hand, learned]);
    }

    /// Keeps whether it was told of anything.
    #[derive(Default)]
    struct Told(std::sync::atomic::AtomicBool);

    impl Observer<Progress<'_>> for Told {
        fn observe(&self, progress: Progress<'_>) {
            if matches!(progress, Progress::Searching { .. }) {
                self.0.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        }
    }

    #[test]
    fn agents_say_what_they_do_if_and_only_if_their_flag_says_so() {
        let registry = Registry::standard();
        let board: Board = "#.#.#####.\n#.#...#...\n###...#...\n#.#...#...\n#.#.#####.".parse().unwrap();
        for entry in registry.listed() {
            let agent = registry.agent(entry.name, AgentOptions::default()).unwrap();
            let told = Told::default();
            // Who says something does so at once, but a network has to be read first.
            let seconds = if entry.is_monitored { 5.0 } else { 0.2 };
            let request = Request::new(Target::new(board).unwrap(), Budget::seconds(seconds));
            agent.solve(&Request { observer: &told, ..request });
            assert_eq!(told.0.into_inner(), entry.is_monitored, "{}", entry.name);
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
