//! The replay ratio at work: whoever is ahead waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How far the actors may go, shared by all of them and the learner (after Reverb's rate limiter).
#[derive(Debug, Default)]
pub struct RateLimiter {
    counts: Mutex<Counts>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Counts {
    /// Steps that may be collected in all.
    allowed: u64,
    /// Steps collected or being collected.
    claimed: u64,
    /// Steps made in play.
    environment_steps: u64,
    /// Seconds that actors have waited, all together.
    waited: f64,
    stopped: bool,
}

impl RateLimiter {
    /// A limiter of a run in which `collected` steps were collected before, `environment_steps` of them in play.
    pub fn new(collected: u64, environment_steps: u64) -> Self {
        let counts = Counts { claimed: collected, environment_steps, ..Counts::default() };
        RateLimiter { counts: Mutex::new(counts), changed: Condvar::new() }
    }

    /// Claims about `steps` steps and returns the environment steps of all actors so far; if `waits`, it returns when
    /// there is something to do. `None` at the end of the run.
    pub fn enter(&self, steps: u64, waits: bool) -> Option<u64> {
        let begun = Instant::now();
        let is_ahead = |counts: &mut Counts| waits && counts.claimed >= counts.allowed && !counts.stopped;
        let mut counts =
            self.changed.wait_while(self.lock(), is_ahead).unwrap_or_else(PoisonError::into_inner);
        counts.waited += begun.elapsed().as_secs_f64();
        counts.claimed += steps;
        if counts.stopped { None } else { Some(counts.environment_steps) }
    }

    /// Replaces a claim by what was collected under it.
    pub fn settle(&self, claimed: u64, collected: u64, environment_steps: u64) {
        let mut counts = self.lock();
        counts.claimed = (counts.claimed + collected).saturating_sub(claimed);
        counts.environment_steps += environment_steps;
    }

    /// Whether more may be collected now.
    pub fn is_open(&self) -> bool {
        let counts = self.lock();
        counts.claimed < counts.allowed && !counts.stopped
    }

    /// Counts what was collected elsewhere, without a claim.
    pub fn add(&self, collected: u64, environment_steps: u64) {
        self.settle(0, collected, environment_steps);
    }

    /// Lets the actors collect up to a total.
    pub fn allow(&self, total: u64) {
        self.lock().allowed = total;
        self.changed.notify_all();
    }

    /// Ends all waiting, now and for the rest of the run.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// Seconds that actors have waited, all together.
    pub fn waited(&self) -> f64 {
        self.lock().waited
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actors_stop_at_what_is_allowed_and_leave_at_the_end() {
        let limiter = RateLimiter::default();
        limiter.allow(100);
        std::thread::scope(|scope| {
            let actors: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(|| {
                        let mut turns = 0;
                        while limiter.enter(30, true).is_some() {
                            limiter.settle(30, 25, 25);
                            turns += 1;
                        }
                        turns
                    })
                })
                .collect();
            // Until all of them wait.
            while limiter.lock().claimed < 100 {
                std::thread::yield_now();
            }
            limiter.stop();
            let turns: u64 = actors.into_iter().map(|actor| actor.join().unwrap()).sum();
            // Three that claim at once go over by two turns at most.
            assert!((4..=6).contains(&turns), "{turns}");
            assert_eq!(limiter.lock().environment_steps, 25 * turns);
        });
    }
}
