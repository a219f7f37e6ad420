//! Which agent meets which targets: the attempts of a duel in the order in which they are made.

use super::attempt::AttemptKey;
use super::limit::AttemptLimit;
use super::line_up::AgentInfo;
use tetreach::eval::{Task, board_line};

/// Targets on which every agent is tried first, to estimate how long everything will take.
const PILOT_TARGETS: usize = 3;

/// A duel before it is run: every agent meets every target in every round under every limit.
#[derive(Clone, Debug)]
pub struct DuelPlan {
    /// The agents.
    pub agents: Vec<AgentInfo>,
    /// The targets, suite after suite.
    pub targets: Vec<Task>,
    /// The limits.
    pub limits: Vec<AttemptLimit>,
    /// Repetitions, each with its own seed.
    pub rounds: usize,
    /// The seed of everything.
    pub seed: u64,
}

/// One attempt of a plan, as indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedAttempt {
    /// Which agent.
    pub agent: usize,
    /// Which target.
    pub target: usize,
    /// Which limit.
    pub limit: usize,
    /// Which round.
    pub round: usize,
}

impl DuelPlan {
    /// All attempts: first the pilot, then round by round, so that whatever is finished can be compared.
    pub fn pairings(&self) -> Vec<PlannedAttempt> {
        let mut pairings = Vec::new();
        for round in 0..self.rounds {
            for limit in 0..self.limits.len() {
                for target in 0..self.targets.len() {
                    for agent in 0..self.agents.len() {
                        pairings.push(PlannedAttempt { agent, target, limit, round });
                    }
                }
            }
        }
        let pilot = self.pilot_targets();
        // Stable: the order within both parts stays.
        pairings.sort_by_key(|pairing| !(pairing.round == 0 && pilot.contains(&pairing.target)));
        pairings
    }

    /// Number of attempts of the pilot.
    pub fn pilot(&self) -> usize {
        self.agents.len() * self.limits.len() * self.pilot_targets().len() * self.rounds.min(1)
    }

    /// What identifies an attempt.
    pub fn key(&self, pairing: PlannedAttempt) -> AttemptKey {
        let (agent, task) = (&self.agents[pairing.agent], &self.targets[pairing.target]);
        AttemptKey {
            agent: agent.name.clone(),
            weights: agent.weights.clone(),
            limit: self.limits[pairing.limit],
            suite: task.suite.clone(),
            target: task.name.clone(),
            board: board_line(&task.board),
            seed: self.seed,
            round: pairing.round,
        }
    }

    /// Suites with the targets of each, in order.
    pub fn suites(&self) -> Vec<(&str, Vec<usize>)> {
        let mut suites: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, task) in self.targets.iter().enumerate() {
            match suites.iter_mut().find(|(name, _)| *name == task.suite) {
                Some((_, members)) => members.push(index),
                None => suites.push((&task.suite, vec![index])),
            }
        }
        suites
    }

    /// Targets from the beginning, the middle and the end of the list.
    fn pilot_targets(&self) -> Vec<usize> {
        let count = self.targets.len();
        let mut targets: Vec<usize> =
            (0..PILOT_TARGETS).map(|part| (2 * part + 1) * count / (2 * PILOT_TARGETS)).collect();
        targets.retain(|target| *target < count);
        targets.dedup();
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::game::{Board, Size};
    use tetreach::registry::Family;

    #[test]
    fn every_attempt_comes_once_and_the_pilot_first() {
        let task = |index: usize| Task {
            suite: if index < 4 { "a".into() } else { "b".into() },
            name: index.to_string(),
            board: Board::empty(Size::STANDARD),
        };
        let agent = |name: &str| AgentInfo {
            name: name.into(),
            summary: String::new(),
            family: Family::HandMade,
            weights: None,
            network_seconds: None,
        };
        let plan = DuelPlan {
            agents: vec![agent("x"), agent("y")],
            targets: (0..9).map(task).collect(),
            limits: vec![AttemptLimit::Nodes(1), AttemptLimit::Seconds(1.0)],
            rounds: 5,
            seed: 0,
        };
        let pairings = plan.pairings();
        assert_eq!(pairings.len(), 2 * 9 * 2 * 5);
        assert_eq!(pairings.iter().collect::<std::collections::HashSet<_>>().len(), pairings.len());
        assert_eq!(plan.pilot(), 2 * 2 * 3);
        assert!(pairings[..12].iter().all(|pairing| [1, 4, 7].contains(&pairing.target)));
        assert!(pairings[12..].is_sorted_by_key(|pairing| pairing.round));
        assert_eq!(plan.suites(), [("a", vec![0, 1, 2, 3]), ("b", vec![4, 5, 6, 7, 8])]);
    }
}
