//! Everything a report tells, computed once from the finished attempts.

use serde_json::{Map, Value, json};

use super::bootstrap::RESAMPLES;
use super::comparison::Comparison;
use super::learning_cost::LearningCost;
use super::limit::CostModel;
use super::line_up::{AgentInfo, MissingAgent};
use super::plan::DuelPlan;
use super::results_file::ResultsFile;
use tetreach::eval::board_line;
use tetreach::solve::lower_bound;

/// The version of the JSON file.
const FORMAT: u32 = 1;

/// The numbers of a duel.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The agents that took part.
    pub agents: Vec<AgentInfo>,
    /// Those that this build lacks.
    pub missing: Vec<MissingAgent>,
    /// Attempts finished.
    pub finished: usize,
    /// Attempts planned.
    pub planned: usize,
    /// The comparisons, one for each cost model that makes a difference.
    pub comparisons: Vec<Comparison>,
    /// What learning costs, for the agents that learn.
    pub costs: Vec<LearningCost>,
}

impl Analysis {
    /// Computes all numbers.
    pub fn new(plan: &DuelPlan, missing: &[MissingAgent], results: &ResultsFile) -> Self {
        let pairings = plan.pairings();
        let finished = pairings.iter().filter_map(|pairing| results.get(&plan.key(*pairing)));
        let (finished, trained) = finished.fold((0, false), |(count, trained), kept| {
            (count + 1, trained || kept.attempt.training_seconds.is_some())
        });
        let mut comparisons = Vec::new();
        for cost_model in CostModel::ALL {
            // Where no agent trains for a target, both ways to count seconds are one.
            if cost_model == CostModel::SecondsWithTraining && !trained {
                continue;
            }
            for limit in (0..plan.limits.len()).filter(|limit| cost_model.is_of(plan.limits[*limit])) {
                comparisons.extend(Comparison::new(plan, results, limit, cost_model));
            }
        }
        Self {
            agents: plan.agents.clone(),
            missing: missing.to_vec(),
            finished,
            planned: pairings.len(),
            comparisons,
            costs: LearningCost::of_all(plan, results),
        }
    }

    /// All numbers as JSON; `scores` holds for each comparison a matrix `[rounds][targets]` per agent, as rliable's
    /// `score_dict` wants it.
    pub fn json(&self, plan: &DuelPlan) -> Result<Value, serde_json::Error> {
        let mut scores = Map::new();
        for comparison in &self.comparisons {
            let matrices = comparison
                .standings
                .iter()
                .map(|standing| Ok((standing.agent.clone(), serde_json::to_value(&standing.scores)?)));
            let matrices: Result<Map<String, Value>, serde_json::Error> = matrices.collect();
            scores.insert(comparison.cost_model.key().into(), Value::Object(matrices?));
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
            "agents": serde_json::to_value(&self.agents)?,
            "absent": serde_json::to_value(&self.missing)?,
            "targets": targets,
            "scores": scores,
            "comparisons": serde_json::to_value(&self.comparisons)?,
            "learning_costs": serde_json::to_value(&self.costs)?,
        }))
    }
}
