//! A training run from code: hindsight learns to flip 20 bits in half a minute.
//!
//! `cargo run --release -p tetreach-agents --features torch --example train_toy [FOLDER]`

use std::error::Error;
use std::path::{Path, PathBuf};

use tetreach_agents::Cancel;
use tetreach_agents::config::{Assignment, Layers};
use tetreach_agents::store::run_dir::{BuildInfo, Facts, RunDir};
use tetreach_agents::toy::BitFlipConfig;
use tetreach_agents::train::Summary;
use tetreach_agents::train::run::Trainer;

const SETTINGS: [&str; 10] = [
    "game={ kind = \"bit-flip\", bits = 20 }",
    "network={ trunk = \"conv\", channels = 16, blocks = 1 }",
    "learner.loss_weights={ q = 1.0, policy = 0.0, distance = 0.0, reachability = 0.0 }",
    "learner.batch_size=128",
    "learner.gamma=0.98",
    "learner.target_interval=50",
    "learner.learning_starts=1000",
    "exploration.epsilon={ kind = \"linear\", start = 1.0, end = 0.1, steps = 8000 }",
    "evaluation.interval=100",
    "budget={ gradient_steps = 800, seconds = 120 }",
];

/// Trains in a folder of its own below `runs`.
pub fn train(runs: &Path) -> Result<Summary, Box<dyn Error>> {
    let layers = SETTINGS.iter().try_fold(Layers::<BitFlipConfig>::new(), |layers, setting| {
        Ok::<_, Box<dyn Error>>(layers.assign(&setting.parse::<Assignment>()?))
    })?;
    let resolved = layers.resolve()?;
    let facts = Facts::now(0, BuildInfo::default());
    let folder = RunDir::create(runs, "bit-flip", &resolved.to_toml(), &facts)?;
    let mut trainer = Trainer::create(folder, &resolved, facts, None, Vec::new())?;
    Ok(trainer.run(&Cancel::default())?)
}

/// Trains and prints the share of random goals that greedy play reaches.
fn main() -> Result<(), Box<dyn Error>> {
    let runs =
        std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("tetreach"), PathBuf::from);
    for score in train(&runs)?.validation {
        println!("{}: {} of {} reached", score.suite, score.reached, score.targets);
    }
    println!("curves and checkpoints are in {}", runs.display());
    Ok(())
}
