//! Agents by name, as the command line asks for them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::config::closest;

use super::agent::TetressAgent;
use super::agents::{
    ANSWER_TIME, AlphaBetaAgent, Greedy, Hosted, Hybrid, Iterations, Random, ReportMcts, ReportMinimax,
    UctAgent, ZeroAgent, ZeroPolicy,
};
use super::faults::{ReportFault, ReportFaults};
use super::network::TetressNetwork;
use crate::game::tetress::{TetressPlacement, TetressPosition};
use crate::registry::{Capabilities, OfferedAgent};

/// An agent that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct RosterEntry {
    /// The name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The faults that can be switched on.
    pub faults: &'static [ReportFault],
    /// Whether it says of a move how it came to it.
    pub is_monitored: bool,
    make: fn(ReportFaults) -> Box<dyn TetressAgent>,
}

/// Faults of the report's tree search.
const TREE: &[ReportFault] = &[
    ReportFault::OwnColourTree,
    ReportFault::WrongSidePlayout,
    ReportFault::RandomOpening,
    ReportFault::EarlyEnding,
    ReportFault::LostBackup,
    ReportFault::StaleScores,
];

/// The agents in the order in which they are listed.
pub const ROSTER: &[RosterEntry] = &[
    RosterEntry {
        name: "random",
        summary: "any legal move",
        faults: &[],
        is_monitored: false,
        make: |_| Box::new(Random),
    },
    RosterEntry {
        name: "greedy",
        summary: "the best position after one move by the report's function",
        faults: &[],
        is_monitored: false,
        make: |_| Box::new(Greedy),
    },
    RosterEntry {
        name: "minimax",
        summary: "the report's minimax, two moves ahead, and its ending",
        faults: &[ReportFault::OwnColourTree, ReportFault::EarlyEnding, ReportFault::MoreCellsWin],
        is_monitored: false,
        make: |faults| Box::new(ReportMinimax { faults }),
    },
    RosterEntry {
        name: "mcts",
        summary: "the report's tree search with 28 or 34 iterations, and its ending",
        faults: TREE,
        is_monitored: false,
        make: |faults| Box::new(ReportMcts { faults, iterations: Iterations::Reported }),
    },
    RosterEntry {
        name: "mcts-long",
        summary: "the same with as many iterations as the budget allows",
        faults: TREE,
        is_monitored: false,
        make: |faults| Box::new(ReportMcts { faults, iterations: Iterations::Budget }),
    },
    RosterEntry {
        name: "hybrid",
        summary: "the report's minimax in the first half of the game, its tree search in the second",
        faults: &ReportFault::ALL,
        is_monitored: false,
        make: |faults| Box::new(Hybrid { faults }),
    },
    RosterEntry {
        name: "uct",
        summary: "plain tree search with random games",
        faults: &[],
        is_monitored: false,
        make: |_| Box::new(UctAgent),
    },
    RosterEntry {
        name: "alpha-beta",
        summary: "alpha-beta on mobility with iterative deepening, a table and exact endings",
        faults: &[],
        is_monitored: true,
        make: |_| Box::new(AlphaBetaAgent::default()),
    },
];

/// The agents that users choose from. None of them learns.
pub fn offered() -> Vec<OfferedAgent> {
    let offer = |entry: &RosterEntry| OfferedAgent::new(entry.name, entry.summary, entry.capabilities());
    ROSTER.iter().map(offer).collect()
}

impl RosterEntry {
    /// What can be done with it, beside playing.
    pub fn capabilities(&self) -> Capabilities {
        Capabilities { monitored: self.is_monitored, ..Capabilities::NONE }
    }
}

/// A name of the roster with faults: `mcts`, `mcts+faults` for all that it can have, `mcts+early-ending+lost-backup`;
/// or `referee:PATH` or `referee:PATH:CLASS` for a package written for the course's referee, which lies beside it; or
/// `zero:PATH` or `zero-policy:PATH` for a trained network, with and without a search.
///
/// ```
/// use tetreach::tetress::AgentName;
///
/// let name: AgentName = "minimax+more-cells-win".parse()?;
/// assert_eq!(name.to_string(), "minimax+more-cells-win");
/// assert_eq!("minimax+faults".parse::<AgentName>()?.to_string(), "minimax+faults");
/// assert!("minimax+random-opening".parse::<AgentName>().is_err());
/// # Ok::<(), tetreach::tetress::AgentNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AgentName {
    kind: Kind,
    text: String,
}

/// Where an agent comes from.
#[derive(Clone, Debug)]
enum Kind {
    Roster(&'static RosterEntry, ReportFaults),
    Package { folder: PathBuf, package: String, class: String },
    Network { network: TetressNetwork, searches: bool },
}

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentNameError {
    /// No agent has the name.
    #[error("there is no agent `{name}` of Tetress{guess} (agents: {known})")]
    Unknown {
        /// The name.
        name: String,
        /// A name like it, as part of the sentence.
        guess: String,
        /// All names.
        known: String,
    },
    /// There is no such package.
    #[error("there is no folder {} of a package for the course's referee", path.display())]
    Package {
        /// The folder asked for.
        path: PathBuf,
    },
    /// There is no such network.
    #[error("{reason}")]
    Network {
        /// Why there is none.
        reason: String,
    },
    /// The agent has no such fault.
    #[error("the agent `{agent}` has no fault `{fault}` (its faults: {known})")]
    Fault {
        /// The agent.
        agent: &'static str,
        /// The fault asked for.
        fault: String,
        /// Those it has.
        known: String,
    },
}

impl AgentName {
    /// The agent, ready for a game.
    pub fn make(&self) -> Box<dyn TetressAgent> {
        match &self.kind {
            Kind::Roster(entry, faults) => (entry.make)(*faults),
            Kind::Package { folder, package, class } => {
                Box::new(Hosted::new(folder.clone(), package.clone(), class.clone(), ANSWER_TIME))
            }
            Kind::Network { network, searches: true } => Box::new(ZeroAgent::new(network)),
            Kind::Network { network, searches: false } => Box::new(ZeroPolicy::new(network)),
        }
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for AgentName {
    type Err = AgentNameError;

    fn from_str(text: &str) -> Result<Self, AgentNameError> {
        if let Some(place) = text.strip_prefix("referee:") {
            return Ok(AgentName { kind: package(place)?, text: text.to_owned() });
        }
        for (prefix, searches) in [("zero:", true), ("zero-policy:", false)] {
            if let Some(place) = text.strip_prefix(prefix) {
                let network = TetressNetwork::load(Path::new(place))
                    .map_err(|error| AgentNameError::Network { reason: error.to_string() })?;
                return Ok(AgentName { kind: Kind::Network { network, searches }, text: text.to_owned() });
            }
        }
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let names = || ROSTER.iter().map(|entry| entry.name);
        let entry =
            ROSTER.iter().find(|entry| entry.name == name).ok_or_else(|| AgentNameError::Unknown {
                name: name.to_owned(),
                guess: closest(name, names())
                    .map_or(String::new(), |like| format!(", did you mean `{like}`?")),
                known: names().collect::<Vec<_>>().join(", "),
            })?;
        let mut faults = ReportFaults::NONE;
        for part in parts {
            let chosen: Vec<ReportFault> = entry
                .faults
                .iter()
                .copied()
                .filter(|fault| part == "faults" || part == fault.name())
                .collect();
            if chosen.is_empty() {
                let known = entry.faults.iter().map(|fault| fault.name()).collect::<Vec<_>>();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(AgentNameError::Fault { agent: entry.name, fault: part.to_owned(), known });
            }
            faults = chosen.into_iter().fold(faults, ReportFaults::with);
        }
        Ok(AgentName { kind: Kind::Roster(entry, faults), text: text.to_owned() })
    }
}

/// The package that `PATH` or `PATH:CLASS` names.
fn package(place: &str) -> Result<Kind, AgentNameError> {
    let (path, class) = place.split_once(':').unwrap_or((place, "Agent"));
    let missing = || AgentNameError::Package { path: Path::new(path).to_owned() };
    let whole = Path::new(path).canonicalize().ok().filter(|whole| whole.is_dir()).ok_or_else(missing)?;
    let (folder, name) = whole.parent().zip(whole.file_name()).ok_or_else(missing)?;
    let package = name.to_string_lossy().into_owned();
    Ok(Kind::Package { folder: folder.to_owned(), package, class: class.to_owned() })
}

/// The first `moves` moves of a game, drawn uniformly; equal seeds and numbers give equal openings.
pub fn opening(seed: u64, number: u64, moves: usize) -> Vec<TetressPlacement> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
    let mut position = TetressPosition::START;
    let mut opening = Vec::new();
    for _ in 0..moves {
        let legal = position.moves();
        if legal.is_empty() {
            break;
        }
        let placement = legal.nth(rng.random_range(0..legal.count())).expect("invariant: below the count");
        position = position.after(placement);
        opening.push(placement);
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_faults_that_are_none_get_a_sentence() {
        let unknown = "mcst".parse::<AgentName>().unwrap_err().to_string();
        assert!(
            unknown.starts_with("there is no agent `mcst` of Tetress, did you mean `mcts`? (agents: random")
        );
        let fault = "greedy+faults".parse::<AgentName>().unwrap_err().to_string();
        assert_eq!(fault, "the agent `greedy` has no fault `faults` (its faults: none)");
        let package = "referee:no/such/package".parse::<AgentName>().unwrap_err().to_string();
        assert_eq!(package, "there is no folder no/such/package of a package for the course's referee");
        let network = "zero:no/such/run".parse::<AgentName>().unwrap_err().to_string();
        assert!(network.starts_with("there is no checkpoint at no/such/run"), "{network}");
    }

    #[test]
    fn every_agent_makes_legal_moves_with_and_without_each_fault() {
        let mut names: Vec<String> = ROSTER.iter().map(|entry| entry.name.to_owned()).collect();
        for entry in ROSTER {
            names.extend(entry.faults.iter().map(|fault| format!("{}+{fault}", entry.name)));
            names.extend((!entry.faults.is_empty()).then(|| format!("{}+faults", entry.name)));
        }
        assert!(names.len() > 25);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let budget = crate::solve::Budget::nodes(30);
        for name in names {
            let mut agent = name.parse::<AgentName>().unwrap().make();
            for moves in [2, 12, 22, 26, 30] {
                let mut position = TetressPosition::START;
                opening(1, moves as u64, moves)
                    .into_iter()
                    .for_each(|placement| position = position.after(placement));
                if position.outcome().is_none() {
                    let placement = agent.act(&position, budget, &mut rng).unwrap();
                    assert_eq!(position.check(placement), Ok(()), "{name}");
                }
            }
        }
    }

    #[test]
    fn agents_say_how_they_came_to_a_move_if_and_only_if_their_flag_says_so() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for entry in ROSTER {
            let mut agent = entry.name.parse::<AgentName>().unwrap().make();
            agent.act(&TetressPosition::START, crate::solve::Budget::nodes(30), &mut rng).unwrap();
            assert_eq!(!agent.remarks().is_empty(), entry.is_monitored, "{}", entry.name);
        }
    }

    #[test]
    fn openings_differ_by_seed_and_number() {
        let drawn: std::collections::HashSet<Vec<TetressPlacement>> =
            (0..10).flat_map(|seed| (0..10).map(move |number| opening(seed, number, 2))).collect();
        assert_eq!(drawn.len(), 100);
        assert_eq!(opening(3, 4, 2), opening(3, 4, 2));
    }
}
