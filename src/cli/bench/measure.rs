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

/// Units a second of each workload within `seconds` in all, in the order given.
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

/// Units a second of one workload: of processor time where the system tells it, else of wall-clock time.
fn rate(workload: &mut Workload<'_>, slice: Duration) -> f64 {
    let (wall, processor) = (Instant::now(), thread_seconds());
    let mut units = 0;
    loop {
        units += (workload.work)();
        if wall.elapsed() >= slice {
            break;
        }
    }
    let elapsed = wall.elapsed().as_secs_f64();
    // The system counts processor time in ticks of some milliseconds: short slices go by the wall clock.
    let used = processor.zip(thread_seconds()).map(|(from, to)| to - from);
    units as f64 / used.filter(|used| *used >= 0.02 && *used <= elapsed).unwrap_or(elapsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_come_in_order_and_are_those_of_the_clock() {
        let sleep = |milliseconds| {
            move || {
                std::thread::sleep(Duration::from_millis(milliseconds));
                1
            }
        };
        let mut workloads = [Workload::new("often", sleep(1)), Workload::new("seldom", sleep(4))];
        let rates = rates(&mut workloads, 0.2);
        assert!(rates[0] > rates[1] && rates[0] < 1000.0 && rates[1] < 250.0, "{rates:?}");
    }
}
