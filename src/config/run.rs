//! `[run]`

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
    /// A run folder, checkpoint or weights of an equal network to start from; empty means random weights.
    #[schemars(length(max = 10_000))]
    pub init: String,
    /// Where the network runs.
    pub device: DeviceName,
    /// Threads that one operation of the network may use, in each of the actors, the learner and the evaluator.
    #[schemars(range(min = 1, max = 256))]
    pub threads: u16,
    /// Whether actors, learner and evaluator take turns in one thread, so that a run on the CPU can be repeated and
    /// resumed bit for bit; if not, each has threads of its own.
    pub deterministic: bool,
}

impl Default for RunConfig {
    fn default() -> Self {
        RunConfig {
            seed: 0,
            name: String::new(),
            init: String::new(),
            device: DeviceName::Auto,
            threads: 1,
            deterministic: false,
        }
    }
}

/// Where networks run; the same names as on the command line, known without libtorch too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceName {
    /// The processor.
    Cpu,
    /// The first NVIDIA GPU; an error if there is none.
    Cuda,
    /// The first NVIDIA GPU if there is one, else the processor.
    Auto,
}

impl DeviceName {
    /// The name itself.
    pub fn name(self) -> &'static str {
        match self {
            DeviceName::Cpu => "cpu",
            DeviceName::Cuda => "cuda",
            DeviceName::Auto => "auto",
        }
    }
}
