//! Searches that begin with a board that is not empty.

use std::time::Instant;

use tetreach::eval::{Record, RecordedMove, Status};
use tetreach::game::{ActionId, Actions, Board, SolutionStep};
use tetreach::network::{Opinions, shipped};
use tetreach::reach::{ReachSettings, ReachTask, fewest_pieces};
use tetreach::solve::{Budget, Cancel, WayJudgement, way_between};

/// The agents that can begin with any board: by taking pieces off the target until the start is left, with a proof; and
/// by the placements that the network finds best.
pub const AGENTS: [&str; 3] = ["auto", "exact", "greedy"];

/// What was asked.
#[derive(Debug)]
pub struct StartedSearch<'a> {
    /// What the target is called.
    pub name: &'a str,
    /// Who searches.
    pub agent: &'a str,
    /// Where it begins.
    pub start: &'a Board,
    /// The board to reach.
    pub target: &'a Board,
    /// How long.
    pub budget: Budget,
}

impl StartedSearch<'_> {
    /// Searches; the answer is in the form of `solve --format json`, or a sentence about what failed.
    pub fn record(&self, cancel: &Cancel) -> Result<String, String> {
        let began = Instant::now();
        let judgement = if self.agent == "greedy" {
            by_network(self.start, self.target, cancel)?
        } else {
            way_between(self.start, self.target, self.budget, cancel)
        };
        let seconds = began.elapsed().as_secs_f64();
        let least = fewest_pieces(self.start, self.target).unwrap_or(0);
        let (status, reason, way, lower_bound) = match judgement {
            WayJudgement::Reached => (Status::Solved, None, Some(Vec::new()), 0),
            WayJudgement::Reachable { way, is_shortest } => {
                let bound = if is_shortest { way.len() as u32 } else { least };
                (Status::Solved, None, Some(way), bound)
            }
            WayJudgement::DeadEnd { reason } => (Status::Unreachable, Some(reason), None, least),
            WayJudgement::Open { at_least } => (Status::NotFound, None, None, at_least),
        };
        let moves = way.as_ref().map(|way| replayed(self.start, way)).transpose()?;
        let pieces = way.map(|way| way.len());
        let record = Record {
            name: self.name,
            status,
            reason: reason.as_deref(),
            agent: self.agent,
            pieces,
            lower_bound,
            proved_optimal: pieces == Some(lower_bound as usize),
            nodes: 0,
            seconds,
            training_seconds: None,
            moves: moves.unwrap_or_default(),
        };
        serde_json::to_string(&record).map_err(|error| error.to_string())
    }
}

/// The moves with their cells and cleared rows.
fn replayed(start: &Board, way: &[ActionId]) -> Result<Vec<RecordedMove>, String> {
    let actions = Actions::of_width(start.width());
    let mut board = *start;
    let step = |action: &ActionId| {
        let landing = board.play_action(*action).map_err(|error| error.to_string())?;
        let placement = actions.placement(*action).ok_or("a move is no placement")?;
        Ok(RecordedMove::from(&SolutionStep { action: *action, placement, landing, board }))
    };
    way.iter().map(step).collect()
}

/// Follows the placements that the network finds best.
fn by_network(start: &Board, target: &Board, cancel: &Cancel) -> Result<WayJudgement, String> {
    let model = shipped().map_err(|error| error.to_string())?;
    let unseen = || format!("the network does not see boards of {}", target.size());
    let mut network = Opinions::new(&model, target.size()).ok_or_else(unseen)?;
    let task = ReachTask::new(ReachSettings { size: target.size(), ..ReachSettings::default() });
    let (mut board, mut way) = (*start, Vec::new());
    while board != *target && way.len() < task.step_limit(target) as usize && !cancel.is_cancelled() {
        let opinion = network.of(&board, target).map_err(|error| error.to_string())?;
        let Some(best) = opinion.best else { break };
        board.play_action(best).map_err(|error| error.to_string())?;
        way.push(best);
    }
    let at_least = fewest_pieces(start, target).unwrap_or(0);
    Ok(if board == *target {
        WayJudgement::Reachable { is_shortest: way.len() == at_least as usize, way }
    } else {
        WayJudgement::Open { at_least }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(agent: &str, start: &str, target: &str) -> serde_json::Value {
        let (start, target) = (start.parse().unwrap(), target.parse().unwrap());
        let budget = Budget { nodes: Some(100_000), seconds: Some(5.0) };
        let search = StartedSearch { name: "test", agent, start: &start, target: &target, budget };
        serde_json::from_str(&search.record(&Cancel::default()).unwrap()).unwrap()
    }

    #[test]
    fn ways_begin_at_the_start_and_are_proved_or_refuted() {
        for agent in AGENTS {
            let found = asked(agent, "####......", "####..####");
            assert_eq!((&found["status"], &found["pieces"]), (&"solved".into(), &1.into()), "{agent}");
            assert_eq!(found["moves"][0]["column"], 6);
            assert_eq!(found["proved_optimal"], true);
        }
        let refuted = asked("exact", "##........\n##........", "###.......");
        assert_eq!(refuted["status"], "unreachable", "{refuted}");
        assert!(refuted["reason"].as_str().unwrap().contains("cells"), "{refuted}");
    }
}
