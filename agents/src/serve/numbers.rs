//! How well batches and cache work.

use std::sync::atomic::{AtomicU64, Ordering};

/// Batch sizes are told apart by their number of binary digits.
const BUCKETS: usize = 16;

/// Counters that clients and owners share.
#[derive(Debug, Default)]
pub(super) struct Counters {
    asked: AtomicU64,
    hits: AtomicU64,
    judged: AtomicU64,
    batches: [AtomicU64; BUCKETS],
}

impl Counters {
    pub fn count_questions(&self, asked: usize, hits: usize) {
        self.asked.fetch_add(asked as u64, Ordering::Relaxed);
        self.hits.fetch_add(hits as u64, Ordering::Relaxed);
    }

    pub fn count_batch(&self, size: usize) {
        self.judged.fetch_add(size as u64, Ordering::Relaxed);
        let bucket = (size.max(1).ilog2() as usize).min(BUCKETS - 1);
        self.batches[bucket].fetch_add(1, Ordering::Relaxed);
    }

    pub fn read(&self) -> ServerNumbers {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        ServerNumbers {
            asked: read(&self.asked),
            hits: read(&self.hits),
            judged: read(&self.judged),
            batches: self.batches.iter().map(read).collect(),
        }
    }
}

/// What a server has done so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerNumbers {
    /// Questions asked by clients.
    pub asked: u64,
    /// Questions answered from the cache, or by another question of the same call.
    pub hits: u64,
    /// Questions judged by a network.
    pub judged: u64,
    /// Batches by size: entry `i` counts those of `2^i` to `2^(i + 1) - 1` questions.
    pub batches: Vec<u64>,
}

impl ServerNumbers {
    /// The share of questions answered without a network.
    pub fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.asked.max(1) as f64
    }

    /// Questions in a batch, averaged.
    pub fn mean_batch(&self) -> f64 {
        self.judged as f64 / self.batches.iter().sum::<u64>().max(1) as f64
    }
}
