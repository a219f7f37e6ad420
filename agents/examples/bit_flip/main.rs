//! Learns to flip bits with and without hindsight (Andrychowicz et al. 2017, figure 1).
//!
//! `cargo run --release -p tetreach-agents --example bit_flip -- configs/train/bit-flip.toml [OUT]`
//!
//! Prints JSON lines; with OUT also writes them to `OUT.jsonl`, and the curves to `OUT.svg`.

mod curve;

use std::error::Error;
use std::time::Instant;
use std::{env, fs};

use curve::{Curve, curves};
use serde::Deserialize;
use tetreach_agents::GoalEnv;
use tetreach_agents::learn::{ToySettings, train_toy};
use tetreach_agents::nn::device;
use tetreach_agents::toy::BitFlip;

/// The config file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparison {
    /// Bits of a state.
    bits: usize,
    /// Seeds; each makes a run of each variant.
    seeds: Vec<u64>,
    /// What the variants have in common.
    #[serde(default)]
    settings: ToySettings,
    /// What is compared.
    variants: Vec<Variant>,
}

/// One way to learn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    /// Its name in the picture.
    name: String,
    /// Pretended goals for each real one; 0 is no hindsight.
    n_sampled_goal: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    device::one_thread();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.first().ok_or("which config? for example configs/train/bit-flip.toml")?;
    let comparison: Comparison =
        toml::from_str(&fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))?)?;
    let (mut lines, mut all) = (String::new(), Vec::new());
    for (number, variant) in comparison.variants.iter().enumerate() {
        for &seed in &comparison.seeds {
            let mut points = vec![(0.0, 0.0)];
            run(&comparison, variant, seed, |episodes, success, line| {
                println!("{line}");
                lines += &format!("{line}\n");
                points.push((episodes, success));
            })?;
            all.push(Curve { name: variant.name.clone(), colour: number, points });
        }
    }
    if let Some(out) = arguments.get(1) {
        let title = format!("Flipping {} bits: success in greedy play", comparison.bits);
        for (ending, text) in [("jsonl", lines), ("svg", curves(&title, "episodes played", &all))] {
            let (path, temporary) = (format!("{out}.{ending}"), format!("{out}.{ending}.tmp"));
            fs::write(&temporary, text)?;
            fs::rename(&temporary, &path)?;
        }
    }
    Ok(())
}

/// One run; every test is told with the episodes so far, the success, and all of it as a line.
fn run(
    comparison: &Comparison,
    variant: &Variant,
    seed: u64,
    mut tell: impl FnMut(f64, f64, String),
) -> Result<(), Box<dyn Error>> {
    let env = BitFlip::new(comparison.bits)?;
    let mut settings = comparison.settings;
    settings.replay.hindsight.n_sampled_goal = variant.n_sampled_goal;
    let begun = Instant::now();
    train_toy(&env, *env.task(), &settings, seed, |report| {
        let line = serde_json::json!({
            "run": variant.name,
            "bits": comparison.bits,
            "seed": seed,
            "seconds": (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            "report": report,
        });
        tell(report.episodes as f64, report.success, line.to_string());
    })?;
    Ok(())
}
