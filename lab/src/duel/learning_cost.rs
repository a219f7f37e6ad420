//! What learning costs as the number of targets grows: again for each target, or once for all.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plan::{DuelPlan, PlannedAttempt};
use super::results_file::ResultsFile;
use tetreach::eval::mean;

/// Targets up to which costs are told; beyond those measured, each costs the mean.
const MOST_TARGETS: usize = 1000;

/// What the learning of one agent costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearningCost {
    /// The agent.
    pub agent: String,
    /// Its place among the agents.
    #[serde(skip)]
    pub agent_index: usize,
    /// Seconds once for all targets.
    pub once: f64,
    /// Mean seconds of training for each target, if it trains for each.
    pub each: Option<f64>,
    /// Seconds for the first 1, 2, ... targets, as measured.
    pub measured: Vec<f64>,
}

impl LearningCost {
    /// The costs of all agents that learn and for which they are known.
    pub fn of_all(plan: &DuelPlan, results: &ResultsFile) -> Vec<Self> {
        let costs = plan.agents.iter().enumerate().filter_map(|(index, info)| {
            let (agent, once) = (info.name.clone(), info.network_seconds);
            let training = training_seconds(plan, index, results);
            if training.is_empty() {
                return once.map(|once| Self {
                    agent,
                    agent_index: index,
                    once,
                    each: None,
                    measured: vec![],
                });
            }
            let once = once.unwrap_or(0.0);
            let measured = training.values().scan(once, |sum, seconds| {
                *sum += seconds;
                Some(*sum)
            });
            let measured = measured.collect();
            Some(Self {
                agent,
                agent_index: index,
                once,
                each: Some(mean(training.into_values()).unwrap_or(0.0)),
                measured,
            })
        });
        costs.collect()
    }

    /// Seconds for this many targets.
    pub fn seconds(&self, targets: usize) -> f64 {
        match self.each {
            None => self.once,
            Some(each) => match self.measured.get(targets.wrapping_sub(1)) {
                Some(seconds) => *seconds,
                None => self.once + each * targets as f64,
            },
        }
    }

    /// Numbers of targets and the seconds for them, evenly spread over the decades.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let steps = 60;
        let mut targets: Vec<usize> = (0..=steps)
            .map(|step| (MOST_TARGETS as f64).powf(f64::from(step) / f64::from(steps)).round() as usize)
            .collect();
        targets.dedup();
        targets.into_iter().map(|targets| (targets as f64, self.seconds(targets))).collect()
    }
}

/// Mean seconds of training for each target that an agent has trained for.
fn training_seconds(plan: &DuelPlan, agent: usize, results: &ResultsFile) -> BTreeMap<usize, f64> {
    let mut seconds: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for target in 0..plan.targets.len() {
        for limit in 0..plan.limits.len() {
            for round in 0..plan.rounds {
                let kept = results.get(&plan.key(PlannedAttempt { agent, target, limit, round }));
                if let Some(training) = kept.and_then(|kept| kept.attempt.training_seconds) {
                    seconds.entry(target).or_default().push(training);
                }
            }
        }
    }
    seconds.into_iter().map(|(target, seconds)| (target, mean(seconds).unwrap_or(0.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_for_each_target_grows_and_one_network_stays() {
        let network =
            LearningCost { agent: "n".into(), agent_index: 0, once: 600.0, each: None, measured: vec![] };
        assert_eq!((network.seconds(1), network.seconds(1000)), (600.0, 600.0));
        let each = LearningCost {
            agent: "e".into(),
            agent_index: 1,
            once: 0.0,
            each: Some(15.0),
            measured: vec![10.0, 30.0],
        };
        assert_eq!([1, 2, 3, 100].map(|targets| each.seconds(targets)), [10.0, 30.0, 45.0, 1500.0]);
        let points = each.points();
        assert_eq!((points[0], *points.last().unwrap()), ((1.0, 10.0), (1000.0, 15_000.0)));
    }
}
