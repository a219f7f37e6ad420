//! The agents of a duel: those that this build has, with what they cost to train, and those that it lacks.

use std::path::Path;

use serde::Serialize;

use super::network::TrainedNetwork;
use tetreach::draw::Rgb;
use tetreach::draw::chart::series_colour;
use tetreach::registry::{AgentError, AgentOptions, Family};
use tetreach::solve::Solver;

/// The agents of a duel unless others are named, the learned ones first.
pub const DEFAULT_AGENTS: [&str; 13] = [
    "search",
    "mcts",
    "greedy",
    "greedy-backward",
    "mcts-cnn",
    "mcts-cnn-thesis",
    "uct",
    "uct-backward",
    "beam",
    "construct",
    "auto",
    "rule",
    "random",
];

/// What a report knows about an agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentInfo {
    /// Its name.
    pub name: String,
    /// What it does, in one sentence.
    pub summary: String,
    /// Where its knowledge comes from.
    pub family: Family,
    /// What tells its weights from others.
    pub weights: Option<String>,
    /// Seconds that the training of its network took, once for all targets.
    pub network_seconds: Option<f64>,
}

impl AgentInfo {
    /// The colour of its lines and bars: that of the registry, or one by its place.
    pub fn colour(&self, index: usize) -> Rgb {
        let registry = crate::registry();
        let known = registry.entry(&self.name).ok().and_then(|entry| entry.colour);
        known.unwrap_or_else(|| series_colour(index))
    }
}

/// An agent that was asked for and that this build lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingAgent {
    /// Its name.
    pub name: String,
    /// Why it takes no part.
    pub reason: String,
}

/// The agents that take part with their solvers, and those that do not.
#[expect(missing_debug_implementations, reason = "solvers have none")]
pub struct LineUp {
    /// What is known about each.
    pub agents: Vec<AgentInfo>,
    /// Their solvers, in the same order.
    pub solvers: Vec<Box<dyn Solver>>,
    /// Those that were left out.
    pub missing: Vec<MissingAgent>,
}

impl LineUp {
    /// Gathers agents by name; a name that this build lacks is left out with a note.
    ///
    /// What cannot be a name at all, and weights that are there but damaged, are errors.
    pub fn gather(
        names: &[String],
        checkpoint: Option<&Path>,
        network_seconds: Option<f64>,
    ) -> Result<Self, AgentError> {
        let mut line_up = LineUp { agents: Vec::new(), solvers: Vec::new(), missing: Vec::new() };
        let network = checkpoint.map(TrainedNetwork::find).unwrap_or_else(TrainedNetwork::shipped);
        let registry = crate::registry();
        for name in names {
            if line_up.agents.iter().any(|agent| agent.name == *name) {
                continue;
            }
            let entry = match registry.entry(name) {
                Err(_) if DEFAULT_AGENTS.contains(&name.as_str()) => {
                    line_up.leave_out(name, "this build does not have it");
                    continue;
                }
                found => found?,
            };
            let solver = registry.agent(
                name,
                AgentOptions {
                    checkpoint: checkpoint.filter(|_| entry.is_learned()),
                    ..AgentOptions::default()
                },
            )?;
            let network = Some(&network).filter(|_| entry.is_learned());
            line_up.agents.push(AgentInfo {
                name: name.clone(),
                summary: entry.summary.to_owned(),
                family: entry.family,
                weights: network.and_then(|network| network.fingerprint.clone()),
                network_seconds: network.and_then(|network| network_seconds.or(network.training_seconds)),
            });
            line_up.solvers.push(solver);
        }
        Ok(line_up)
    }

    fn leave_out(&mut self, name: &str, reason: &str) {
        self.missing.push(MissingAgent { name: name.to_owned(), reason: reason.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_agents_that_can_be_had_take_part_and_unknown_ones_are_refused() {
        let names = DEFAULT_AGENTS.map(str::to_owned);
        let line_up = LineUp::gather(&names, None, None).unwrap();
        assert_eq!(line_up.agents.len(), line_up.solvers.len());
        assert_eq!(line_up.agents.len() + line_up.missing.len(), names.len());
        assert!(line_up.agents.iter().any(|agent| agent.name == "beam"));
        let family = |name| line_up.agents.iter().find(|agent| agent.name == name).map(|agent| agent.family);
        assert_eq!(family("auto"), Some(Family::LearnedEstimate));
        assert_eq!(family("mcts-cnn"), Some(Family::PerTarget));
        let learned = line_up.agents.iter().find(|agent| agent.name == "search");
        assert!(learned.is_some_and(|search| search.weights.is_some() && search.network_seconds > Some(0.0)));
        assert!(line_up.missing.iter().all(|agent| agent.reason.starts_with("this build")));
        assert!(LineUp::gather(&["baem".to_owned()], None, None).is_err());
    }
}
