//! What the actors have collected, and how their latest episodes went.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::harvest::{Harvest, Outcome, SearchWork};
use tetreach_agents::record::{Tag, tags};

/// Episodes that rates and means are taken over.
const LATEST: usize = 200;

/// Counts since the start of the run, and the latest outcomes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rollout {
    /// Placements made in play.
    pub environment_steps: u64,
    /// Placements shown in demonstrations.
    pub demonstration_steps: u64,
    #[serde(default)]
    search: SearchWork,
    latest: VecDeque<Outcome>,
}

impl Rollout {
    /// Takes note of a harvest.
    pub fn add(&mut self, harvest: &Harvest) {
        self.environment_steps += harvest.environment_steps;
        self.demonstration_steps += harvest.demonstration_steps;
        let SearchWork { simulations, judged, batches } = harvest.search;
        self.search.simulations += simulations;
        self.search.judged += judged;
        self.search.batches += batches;
        self.latest.extend(&harvest.outcomes);
        self.latest.drain(..self.latest.len().saturating_sub(LATEST));
    }

    /// Placements made and shown.
    pub fn collected(&self) -> u64 {
        self.environment_steps + self.demonstration_steps
    }

    /// The share of demonstrations in what was collected.
    pub fn demonstration_fraction(&self) -> f64 {
        self.demonstration_steps as f64 / self.collected().max(1) as f64
    }

    /// Means over the latest episodes; nothing before the first one has ended.
    pub fn means(&self) -> Vec<(Tag, f64)> {
        if self.latest.is_empty() {
            return Vec::new();
        }
        let mean = |number: fn(&Outcome) -> f64| {
            self.latest.iter().map(number).sum::<f64>() / self.latest.len() as f64
        };
        let mut means = vec![
            (tags::EPISODIC_RETURN, mean(|outcome| f64::from(outcome.earned))),
            (tags::EPISODIC_LENGTH, mean(|outcome| f64::from(outcome.length))),
            (tags::ROLLOUT_SUCCESS_RATE, mean(|outcome| f64::from(u8::from(outcome.reached)))),
            (tags::DEAD_END_RATE, mean(|outcome| f64::from(u8::from(outcome.stuck)))),
        ];
        let SearchWork { simulations, judged, batches } = self.search;
        if batches > 0 {
            let placements = self.environment_steps.max(1);
            means.push((tags::SEARCH_SIMULATIONS, simulations as f64 / placements as f64));
            means.push((tags::SEARCH_BATCH_SIZE, judged as f64 / batches as f64));
        }
        means
    }
}
