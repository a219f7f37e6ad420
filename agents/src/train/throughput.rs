//! How fast a run is and where its time goes.

use std::fs;
use std::time::Instant;

use super::{LearnerTimes, RolloutStats};

/// Rates and shares between the first gradient step and the end of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throughput {
    /// Seconds measured.
    pub seconds: f64,
    /// Gradient steps.
    pub updates: u64,
    /// Steps made in play.
    pub environment_steps: u64,
    /// Steps shown in demonstrations.
    pub demonstration_steps: u64,
    /// Seconds of the learner inside the network, drawing and encoding batches, and waiting for actors.
    pub learner: LearnerTimes,
    /// Seconds that an actor waited, on average.
    pub actors_waiting: f64,
    /// Seconds of processor time, all threads together; `None` where the system does not tell.
    pub processor: Option<f64>,
}

/// Where everything stood at some moment.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    at: Instant,
    updates: u64,
    environment_steps: u64,
    demonstration_steps: u64,
    learner: LearnerTimes,
    actors_waited: f64,
    processor: Option<f64>,
}

impl Snapshot {
    /// Now.
    pub fn now(updates: u64, rollout: &RolloutStats, learner: LearnerTimes, actors_waited: f64) -> Self {
        Snapshot {
            at: Instant::now(),
            updates,
            environment_steps: rollout.environment_steps,
            demonstration_steps: rollout.demonstration_steps,
            learner,
            actors_waited,
            processor: processor_seconds(),
        }
    }

    /// What happened between an earlier snapshot and this one.
    pub fn since(&self, before: &Snapshot) -> Throughput {
        Throughput {
            seconds: (self.at - before.at).as_secs_f64(),
            updates: self.updates - before.updates,
            environment_steps: self.environment_steps - before.environment_steps,
            demonstration_steps: self.demonstration_steps - before.demonstration_steps,
            learner: self.learner.since(&before.learner),
            actors_waiting: self.actors_waited - before.actors_waited,
            processor: self.processor.zip(before.processor).map(|(to, from)| to - from),
        }
    }
}

/// Seconds that all threads of this process have had a processor, to a hundredth.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, which may hold spaces, ends with the last parenthesis; user and system time are the
    // 14th and 15th entry, in hundredths of a second on every Linux in use.
    let mut entries = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || entries.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}
