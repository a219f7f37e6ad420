//! `[run]`

use crate::nn::device::DeviceChoice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The run itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Seed of everything random.
    #[schemars(range(min = 0, max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
    /// First part of the run folder's name; empty means the name of the config file.
    #[schemars(length(max = 100))]
    pub name: String,
    /// A run folder, checkpoint or weights to start from, of an equal network or of one with fewer blocks or a whole
    /// fraction of the channels, which grows without forgetting; empty means random weights.
    #[schemars(length(max = 10_000))]
    pub init: String,
    /// Where the network runs.
    pub device: DeviceChoice,
    /// Threads among which the learner divides every batch on the processor; one operation of the network uses one.
    #[schemars(range(min = 1, max = 256))]
    pub threads: u16,
    /// Devices among which the learner divides every batch, such as `["cuda:0", "cuda:1"]`; the first one holds the
    /// weights, and one that is named twice works in two threads. Empty means `device` alone, on the processor with
    /// `threads` threads.
    #[schemars(length(max = 64))]
    pub devices: Vec<String>,
    /// Threads that encode and label batches ahead of the learner, two batches each at most; with 0 it does so itself.
    /// They pay where the learner would wait for batches: beside a GPU, or with idle cores.
    #[schemars(range(min = 0, max = 256))]
    pub preparation_threads: u16,
    /// Whether actors, learner and evaluator take turns in one thread, so that a run on the CPU can be repeated and
    /// resumed bit for bit; if not, each has its own threads.
    pub deterministic: bool,
}

impl Default for RunConfig {
    fn default() -> Self {
        RunConfig {
            seed: 0,
            name: String::new(),
            init: String::new(),
            device: DeviceChoice::Auto,
            threads: 1,
            devices: Vec::new(),
            preparation_threads: 0,
            deterministic: false,
        }
    }
}
