//! The solvers by name, as the command line asks for them.

use std::path::Path;
#[cfg(feature = "torch")]
use std::sync::Arc;

use super::agent_file::{AgentFileError, read_settings};
use super::auto::Auto;
use super::beam::Beam;
use super::bidirectional::Exact;
use super::construct::Construct;
use super::estimate::EstimateKind;
#[cfg(feature = "torch")]
use super::learned::{Inference, LearnedAgent, LearnedSearch};
use super::oracle::Oracle;
use super::random::RandomWalks;
use super::scouting::{Scouting, Scouts};
use super::solver::Solver;
use super::uct::{Direction, PlainUct};
#[cfg(feature = "lab")]
use crate::baseline::MctsCnn;
#[cfg(feature = "torch")]
use crate::train::{GreedyAgent, Model, ModelError};

/// A solver that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    make: Make,
}

/// How a solver comes to be.
#[derive(Clone, Copy, Debug)]
enum Make {
    /// From nothing.
    Plain(fn() -> Box<dyn Solver>),
    /// From nothing, or from a file of settings.
    Configured(fn() -> Box<dyn Solver>, fn(&Path) -> Result<Box<dyn Solver>, AgentFileError>),
    /// From trained weights.
    #[cfg(feature = "torch")]
    Learned(fn(Model) -> Box<dyn Solver>),
    /// From trained weights, with settings as they are or from a file.
    #[cfg(feature = "torch")]
    Search(&'static str, fn(Option<&Path>) -> Result<LearnedSearch, AgentFileError>),
}

impl Entry {
    /// Whether it plays by trained weights.
    pub fn is_learned(&self) -> bool {
        !matches!(self.make, Make::Plain(_) | Make::Configured(..))
    }
}

fn scouting(scouts: Scouts, estimate: EstimateKind) -> Box<dyn Solver> {
    Box::new(Scouting { estimate, scouts })
}

/// All solvers, in the order in which they are listed.
const ENTRIES: &[Entry] = &[
    Entry {
        name: "auto",
        summary: "the portfolio that always answers: proofs, searches, construction, then shorter answers",
        make: Make::Plain(|| Box::new(Auto::default())),
    },
    Entry {
        name: "construct",
        summary: "peels the target row by row; answers every board with two free rows, at once",
        make: Make::Plain(|| Box::new(Construct::default())),
    },
    Entry {
        name: "unstack",
        summary: "ever wider beams that take pieces off, ranked by what was learned of the lines still needed",
        make: Make::Plain(|| scouting(Scouts::Pieces, EstimateKind::Learned)),
    },
    Entry {
        name: "unstack-hand",
        summary: "the same with hand-made features in place of what was learned",
        make: Make::Plain(|| scouting(Scouts::Pieces, EstimateKind::Hand)),
    },
    Entry {
        name: "waypoints",
        summary: "ever wider beams over peeled boards, ranked by what was learned of the lines still needed",
        make: Make::Plain(|| scouting(Scouts::Waypoints, EstimateKind::Learned)),
    },
    Entry {
        name: "waypoints-hand",
        summary: "the same with hand-made features in place of what was learned",
        make: Make::Plain(|| scouting(Scouts::Waypoints, EstimateKind::Hand)),
    },
    Entry {
        name: "waypoints-mcts",
        summary: "tree search over peeled boards, valued by what was learned of the lines still needed",
        make: Make::Plain(|| scouting(Scouts::WaypointTrees, EstimateKind::Learned)),
    },
    Entry {
        name: "waypoints-mcts-hand",
        summary: "the same with hand-made features in place of what was learned",
        make: Make::Plain(|| scouting(Scouts::WaypointTrees, EstimateKind::Hand)),
    },
    Entry {
        name: "beam",
        summary: "backward beam search on hand-made features, widening until the budget ends",
        make: Make::Configured(
            || Box::new(Beam::default()),
            |path| Ok(Box::new(read_settings::<Beam>(path)?)),
        ),
    },
    Entry {
        name: "random",
        summary: "random placements until the target happens to appear",
        make: Make::Plain(|| Box::new(RandomWalks)),
    },
    Entry {
        name: "oracle",
        summary: "exact shortest ways on small boards",
        make: Make::Plain(|| Box::new(Oracle::default())),
    },
    Entry {
        name: "exact",
        summary: "a shortest way with its proof, by exact search on boards of any size",
        make: Make::Plain(|| Box::new(Exact)),
    },
    Entry {
        name: "uct",
        summary: "plain Monte Carlo tree search over placements, win or lose, nothing learned",
        make: Make::Plain(|| Box::new(PlainUct::of(Direction::Forward))),
    },
    Entry {
        name: "uct-backward",
        summary: "plain Monte Carlo tree search over reverse moves from the target",
        make: Make::Plain(|| Box::new(PlainUct::of(Direction::Backward))),
    },
    #[cfg(feature = "lab")]
    Entry {
        name: "mcts-cnn",
        summary: "the thesis' method repaired: trains a regressor for the target, then lets it guide tree search",
        make: Make::Plain(|| Box::new(MctsCnn::repaired())),
    },
    #[cfg(feature = "lab")]
    Entry {
        name: "mcts-cnn-thesis",
        summary: "the thesis' method with the faults of its code",
        make: Make::Plain(|| Box::new(MctsCnn::thesis())),
    },
    #[cfg(feature = "torch")]
    Entry {
        name: "greedy",
        summary: "the best move by a trained network, without search",
        make: Make::Learned(|model| Box::new(GreedyAgent::new(model))),
    },
    #[cfg(feature = "torch")]
    Entry {
        name: "mcts",
        summary: "tree search over placements with a trained policy and value",
        make: Make::Search("mcts", |settings| {
            let settings = settings.map(read_settings).transpose()?;
            Ok(LearnedSearch::Mcts(settings.unwrap_or_default()))
        }),
    },
    #[cfg(feature = "torch")]
    Entry {
        name: "search",
        summary: "the best search with a trained network, a beam on its policy",
        make: Make::Search("search", |settings| {
            let settings = settings.map(read_settings).transpose()?;
            Ok(LearnedSearch::Search(settings.unwrap_or_default()))
        }),
    },
];

/// A name that no solver has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAgent {
    /// The name asked for.
    pub name: String,
    /// The name that looks most like it.
    pub nearest: Option<&'static str>,
}

impl std::error::Error for UnknownAgent {}

impl std::fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no agent `{}`", self.name)?;
        if let Some(nearest) = self.nearest {
            write!(f, ", did you mean `{nearest}`?")?;
        }
        let names: Vec<&str> = agents().iter().map(|entry| entry.name).collect();
        write!(f, " (agents: {})", names.join(", "))
    }
}

/// Why there is no such solver.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// No solver has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownAgent),
    /// Weights for a solver that has no use for them.
    #[error("the agent `{name}` has learned nothing and takes no --checkpoint")]
    NeedlessCheckpoint {
        /// The solver.
        name: &'static str,
    },
    /// Settings for a solver that has none.
    #[error("the agent `{name}` has no settings in a file and takes no --agent-config")]
    NeedlessSettings {
        /// The solver.
        name: &'static str,
    },
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] AgentFileError),
    /// The weights cannot be had.
    #[cfg(feature = "torch")]
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// All solvers that can be asked for.
pub fn agents() -> &'static [Entry] {
    ENTRIES
}

/// The solver with this name; a learned one with the weights of a checkpoint, or with those that come with the program.
pub fn agent(name: &str, checkpoint: Option<&Path>) -> Result<Box<dyn Solver>, AgentError> {
    let entry = entry(name)?;
    match (entry.make, checkpoint) {
        (Make::Plain(make) | Make::Configured(make, _), None) => Ok(make()),
        (Make::Plain(_) | Make::Configured(..), Some(_)) => {
            Err(AgentError::NeedlessCheckpoint { name: entry.name })
        }
        #[cfg(feature = "torch")]
        (Make::Learned(make), _) => Ok(make(Model::load_or_shipped(checkpoint)?)),
        #[cfg(feature = "torch")]
        (Make::Search(name, search), _) => searching(name, search(None)?, checkpoint, None),
    }
}

/// The solver with this name, with settings from a TOML file; the rest as in [`agent`].
pub fn configured_agent(
    name: &str,
    checkpoint: Option<&Path>,
    settings: &Path,
) -> Result<Box<dyn Solver>, AgentError> {
    let entry = entry(name)?;
    match (entry.make, checkpoint) {
        (Make::Configured(_, read), None) => Ok(read(settings)?),
        (Make::Configured(..), Some(_)) => Err(AgentError::NeedlessCheckpoint { name: entry.name }),
        #[cfg(feature = "torch")]
        (Make::Search(name, search), _) => {
            searching(name, search(Some(settings))?, checkpoint, Some(settings))
        }
        _ => Err(AgentError::NeedlessSettings { name: entry.name }),
    }
}

/// A search with a trained network; settings are blamed on the file that they are from.
#[cfg(feature = "torch")]
fn searching(
    name: &'static str,
    search: LearnedSearch,
    checkpoint: Option<&Path>,
    settings: Option<&Path>,
) -> Result<Box<dyn Solver>, AgentError> {
    let senseless = |error| AgentFileError::senseless(settings.unwrap_or(Path::new(name)), &error);
    search.validate().map_err(senseless)?;
    let inference = Arc::new(Inference::new(Model::load_or_shipped(checkpoint)?));
    Ok(Box::new(LearnedAgent::new(name, inference, search).map_err(senseless)?))
}

fn entry(name: &str) -> Result<&'static Entry, UnknownAgent> {
    let unknown = || UnknownAgent { name: name.to_owned(), nearest: nearest(name) };
    agents().iter().find(|entry| entry.name == name).ok_or_else(unknown)
}

/// The agent's name that looks most like another.
fn nearest(name: &str) -> Option<&'static str> {
    closest(name, agents().iter().map(|entry| entry.name))
}

/// The name that takes the fewest changes of letters, if these are few.
pub(super) fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let best = known.min_by_key(|known| changes(name, known))?;
    (changes(name, best) <= 1 + best.len() / 3).then_some(best)
}

/// Letters to insert, remove or replace between two words (Levenshtein 1966).
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut costs: Vec<usize> = (0..=to.len()).collect();
    for (row, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut costs[0], row + 1);
        for (column, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = costs[column + 1];
            costs[column + 1] = replaced.min(diagonal + 1).min(costs[column] + 1);
        }
    }
    costs[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_each_solver_answers_to_its_own() {
        for (index, entry) in agents().iter().enumerate() {
            assert_eq!(agent(entry.name, None).unwrap().name(), entry.name);
            assert!(agents()[..index].iter().all(|other| other.name != entry.name));
        }
    }

    #[test]
    fn unknown_names_get_the_list_and_a_guess() {
        let message = agent("randon", None).err().unwrap().to_string();
        assert!(
            message.starts_with("there is no agent `randon`, did you mean `random`? (agents: "),
            "{message}"
        );
        assert_eq!(nearest("zzzzzzzzzz"), None);
    }

    #[test]
    fn changes_between_words_are_counted() {
        assert_eq!(changes("kitten", "sitting"), 3);
        assert_eq!(changes("", "beam"), 4);
        assert_eq!(changes("beam", "beam"), 0);
    }
}
