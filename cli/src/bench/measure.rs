//! Rates of work: several workloads in turn, several rounds, the best round of each.

use std::time::{Duration, Instant};

use super::machine::thread_seconds;

/// Rounds of every workload; the best one counts, because whatever else the machine does only slows it down.
pub const ROUNDS: u32 = 5;

/// Work that can be repeated and counted.
pub struct Workload<'a> {
    /// The key of its rate.
    pub key: String,
    /// Does about a millisecond of work or less and says how many units it did.
    pub work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Workload<'a> {
    /// Work under the key of its rate.
    pub fn new(key: impl Into<String>, work: impl FnMut() -> u64 + 'a) -> Self {
        Self { key: key.into(), work: Box::new(work) }
    }
}

/// Units per second of each workload within `seconds` in all, in the order given.
pub fn rates(workloads: &mut [Workload<'_>], seconds: f64) -> Vec<f64> {
    let slice = Duration::from_secs_f64(seconds / f64::from(ROUNDS) / workloads.len().max(1) as f64);
    let mut best = vec![0.0_f64; workloads.len()];
    for _ in 0..ROUNDS {
        for (best, workload) in best.iter_mut().zip(workloads.iter_mut()) {
            *best = best.max(rate(workload, slice));
        }
    }
    best
}

/// Units per second of one workload: of processor time where the system tells it, else of wall-clock time.
fn rate(workload: &mut Workload<'_>, slice: Duration) -> f64 {
    let clock = Clock::start();
    let mut units = 0;
    // On a busy machine the slice of processor time takes several slices of wall-clock time; there is an end to it.
    let mut pause = slice;
    for _ in 0..MOST_PIECES {
        let started = Instant::now();
        while started.elapsed() < pause {
            units += (workload.work)();
        }
        pause = slice.saturating_sub(clock.elapsed());
        if pause.is_zero() {
            break;
        }
    }
    units as f64 / clock.elapsed().as_secs_f64().max(f64::MIN_POSITIVE)
}

/// Wall-clock pieces that a slice of processor time may take.
const MOST_PIECES: u32 = 16;

/// The processor time of this thread, or the wall-clock time where the system does not tell it.
pub struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    /// Starts to measure.
    pub fn start() -> Self {
        Self { wall: Instant::now(), processor: thread_seconds() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        let used = self.processor.zip(thread_seconds()).map(|(from, to)| to - from);
        used.map_or_else(|| self.wall.elapsed(), |used| Duration::from_secs_f64(used.max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_come_in_order_and_follow_the_work() {
        let busy = |steps: u64| {
            move || {
                std::hint::black_box((0..steps).fold(1, |sum: u64, step| sum ^ sum << 1 ^ step));
                1
            }
        };
        let mut workloads = [Workload::new("light", busy(1_000)), Workload::new("heavy", busy(100_000))];
        let rates = rates(&mut workloads, 0.2);
        assert!(rates[0] > 10.0 * rates[1] && rates[1] > 0.0, "{rates:?}");
    }
}
