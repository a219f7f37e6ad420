//! What the actors have collected, and how their latest episodes went.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{EpisodeEnd, Experience, SearchWork};
use crate::record::{Tag, tags};

/// Episodes that rates and means are taken over.
const LATEST: usize = 200;

/// Counts since the start of the run, and the latest outcomes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RolloutStats {
    /// Steps made in play.
    pub environment_steps: u64,
    /// Steps shown in demonstrations.
    pub demonstration_steps: u64,
    #[serde(default)]
    pub(super) search: SearchWork,
    pub(super) latest: VecDeque<EpisodeEnd>,
}

impl RolloutStats {
    /// Takes note of what an actor collected.
    pub fn add<S, G>(&mut self, experience: &Experience<S, G>) {
        self.environment_steps += experience.environment_steps;
        self.demonstration_steps += experience.demonstration_steps;
        self.search.add(experience.search);
        self.latest.extend(&experience.ends);
        self.latest.drain(..self.latest.len().saturating_sub(LATEST));
    }

    /// Steps made and shown.
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
        let mean = |number: fn(&EpisodeEnd) -> f64| {
            self.latest.iter().map(number).sum::<f64>() / self.latest.len() as f64
        };
        let mut means = vec![
            (tags::EPISODIC_RETURN, mean(|end| f64::from(end.earned))),
            (tags::EPISODIC_LENGTH, mean(|end| f64::from(end.length))),
            (tags::ROLLOUT_SUCCESS_RATE, mean(|end| f64::from(u8::from(end.reached)))),
            (tags::DEAD_END_RATE, mean(|end| f64::from(u8::from(end.stuck)))),
        ];
        let SearchWork { simulations, judged, batches } = self.search;
        if batches > 0 {
            let steps = self.environment_steps.max(1);
            means.push((tags::SEARCH_SIMULATIONS, simulations as f64 / steps as f64));
            means.push((tags::SEARCH_BATCH_SIZE, judged as f64 / batches as f64));
        }
        means
    }
}
