//! The learner's numbers between two records, averaged.

use std::time::Instant;

use crate::learn::DqnMetrics;
use crate::record::{Tag, tags};

/// Sums since the last record.
#[derive(Clone, Debug)]
pub struct LearnerStats {
    updates: u32,
    /// Updates whose numbers were read.
    read: u32,
    sums: [f64; 9],
    learning_rate: f64,
    times: LearnerTimes,
    /// The times when the window was opened.
    times_before: LearnerTimes,
    begun: Instant,
    environment_steps: u64,
    actors_waited: f64,
}

impl Default for LearnerStats {
    fn default() -> Self {
        LearnerStats {
            updates: 0,
            read: 0,
            sums: [0.0; 9],
            learning_rate: 0.0,
            times: LearnerTimes::default(),
            times_before: LearnerTimes::default(),
            begun: Instant::now(),
            environment_steps: 0,
            actors_waited: 0.0,
        }
    }
}

/// Seconds of the learner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LearnerTimes {
    /// Inside the network.
    pub network: f64,
    /// Drawing batches and encoding them.
    pub preparing: f64,
    /// Without enough to learn from.
    pub waiting: f64,
}

impl LearnerTimes {
    /// The seconds since an earlier moment.
    pub fn since(&self, before: &LearnerTimes) -> LearnerTimes {
        LearnerTimes {
            network: self.network - before.network,
            preparing: self.preparing - before.preparing,
            waiting: self.waiting - before.waiting,
        }
    }
}

/// What the actors had done in all when a record was taken.
#[derive(Clone, Copy, Debug)]
pub struct ActorsSoFar {
    /// Steps made in play.
    pub environment_steps: u64,
    /// Seconds of waiting, all actors together.
    pub waited: f64,
    /// How many they are.
    pub count: usize,
}

impl LearnerStats {
    /// Takes note of an update, of its numbers if they were read, of the seconds of drawing and encoding its batch, and
    /// of those inside the network.
    pub fn add(&mut self, metrics: Option<&DqnMetrics>, preparation_seconds: f64, network_seconds: f64) {
        self.updates += 1;
        self.times.preparing += preparation_seconds;
        self.times.network += network_seconds;
        let Some(metrics) = metrics else { return };
        let numbers = [
            metrics.loss,
            metrics.td_loss,
            metrics.q_values,
            metrics.policy_loss,
            metrics.entropy,
            metrics.distance_loss,
            metrics.success_loss,
            metrics.grad_norm,
            metrics.policy_accuracy,
        ];
        self.sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += f64::from(number));
        self.learning_rate = f64::from(metrics.learning_rate);
        self.read += 1;
    }

    /// Takes note of seconds without enough to learn from.
    pub fn waited(&mut self, seconds: f64) {
        self.times.waiting += seconds;
    }

    /// The seconds since the start of the process.
    pub fn times(&self) -> LearnerTimes {
        self.times
    }

    /// The means, the shares of time and the speeds since the last record; the sums start at zero.
    pub fn take(&mut self, actors: ActorsSoFar) -> Vec<(Tag, f64)> {
        let read = f64::from(self.read.max(1));
        let names = [
            tags::TOTAL_LOSS,
            tags::TD_LOSS,
            tags::Q_VALUES,
            tags::POLICY_LOSS,
            tags::ENTROPY,
            tags::DISTANCE_LOSS,
            tags::REACHABILITY_LOSS,
            tags::GRADIENT_NORM,
            tags::POLICY_ACCURACY,
        ];
        let mut scalars: Vec<(Tag, f64)> =
            names.into_iter().zip(self.sums).map(|(tag, sum)| (tag, sum / read)).collect();
        let passed = self.begun.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        let times = self.times.since(&self.times_before);
        let played = actors.environment_steps.saturating_sub(self.environment_steps);
        let idle = (actors.waited - self.actors_waited).max(0.0);
        scalars.extend([
            (tags::LEARNING_RATE, self.learning_rate),
            (tags::UPDATES_PER_SECOND, f64::from(self.updates) / passed),
            (tags::STEPS_PER_SECOND, played as f64 / passed),
            (tags::LEARNER_IN_NETWORK, times.network / passed),
            (tags::LEARNER_PREPARING, times.preparing / passed),
            (tags::LEARNER_WAITING, times.waiting / passed),
            (tags::ACTORS_WAITING, idle / passed / actors.count.max(1) as f64),
        ]);
        *self = LearnerStats {
            environment_steps: actors.environment_steps,
            actors_waited: actors.waited,
            times: self.times,
            times_before: self.times,
            ..LearnerStats::default()
        };
        scalars
    }
}
