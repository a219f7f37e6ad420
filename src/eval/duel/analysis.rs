//! Everything a report tells, computed once from the finished attempts.

use serde_json::{Map, Value, json};

use super::bootstrap::RESAMPLES;
use super::bout::board_line;
use super::comparison::Comparison;
use super::contestant::{Absentee, Contestant};
use super::learning_cost::LearningCost;
use super::ledger::Ledger;
use super::limit::Reckoning;
use super::plan::Plan;
use crate::solve::lower_bound;

/// The version of the JSON file.
const FORMAT: u32 = 1;

/// The numbers of a duel.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who took part.
    pub contestants: Vec<Contestant>,
    /// Who did not.
    pub absentees: Vec<Absentee>,
    /// Attempts finished.
    pub finished: usize,
    /// Attempts planned.
    pub planned: usize,
    /// The comparisons, one for each way of reckoning that makes a difference.
    pub comparisons: Vec<Comparison>,
    /// What learning costs, for the agents that learn.
    pub costs: Vec<LearningCost>,
}

impl Analysis {
    /// Computes all numbers.
    pub fn new(plan: &Plan, contestants: &[Contestant], absentees: &[Absentee], ledger: &Ledger) -> Self {
        let pairings = plan.pairings();
        let finished = pairings.iter().filter_map(|pairing| ledger.get(&plan.key(*pairing)));
        let (finished, trained) = finished.fold((0, false), |(count, trained), bout| {
            (count + 1, trained || bout.training_seconds.is_some())
        });
        let mut comparisons = Vec::new();
        for reckoning in Reckoning::ALL {
            // Where nobody trains for a target, both ways to reckon seconds are one.
            if reckoning == Reckoning::SecondsWithTraining && !trained {
                continue;
            }
            for limit in (0..plan.limits.len()).filter(|limit| reckoning.is_of(plan.limits[*limit])) {
                comparisons.extend(Comparison::new(plan, contestants, ledger, limit, reckoning));
            }
        }
        Self {
            contestants: contestants.to_vec(),
            absentees: absentees.to_vec(),
            finished,
            planned: pairings.len(),
            comparisons,
            costs: LearningCost::of_all(plan, contestants, ledger),
        }
    }

    /// All numbers as JSON; `scores` holds for each comparison a matrix `[rounds][targets]` an agent, as rliable's
    /// `score_dict` wants it.
    pub fn json(&self, plan: &Plan) -> Result<Value, serde_json::Error> {
        let mut scores = Map::new();
        for comparison in &self.comparisons {
            let matrices = comparison
                .standings
                .iter()
                .map(|standing| Ok((standing.agent.clone(), serde_json::to_value(&standing.scores)?)));
            let matrices: Result<Map<String, Value>, serde_json::Error> = matrices.collect();
            scores.insert(comparison.reckoning.key().into(), Value::Object(matrices?));
        }
        let targets: Vec<Value> = plan
            .targets
            .iter()
            .map(|task| {
                json!({
                    "suite": task.suite, "name": task.name, "board": board_line(&task.board),
                    "lower_bound": lower_bound(&task.board).pieces,
                })
            })
            .collect();
        Ok(json!({
            "format": FORMAT,
            "program": env!("CARGO_PKG_VERSION"),
            "seed": plan.seed,
            "rounds": plan.rounds,
            "resamples": RESAMPLES,
            "runs_finished": self.finished,
            "runs_planned": self.planned,
            "agents": serde_json::to_value(&self.contestants)?,
            "absent": serde_json::to_value(&self.absentees)?,
            "targets": targets,
            "scores": scores,
            "comparisons": serde_json::to_value(&self.comparisons)?,
            "learning_costs": serde_json::to_value(&self.costs)?,
        }))
    }
}
