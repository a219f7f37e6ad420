//! Learns to flip bits with and without hindsight (Andrychowicz et al. 2017, figure 1) and prints JSON lines.
//!
//! `cargo run --release -p tetreach-agents --example bit_flip -- [BITS] [SEED] [hindsight|plain|both] [SETTINGS.json]`

use std::error::Error;
use std::num::NonZeroU16;
use std::time::Instant;
use std::{env, fs};

use tetreach_agents::dqn::{ToySettings, train_toy};
use tetreach_agents::toy::BitFlip;
use tetreach_agents::{GoalEnv, device};

fn main() -> Result<(), Box<dyn Error>> {
    device::set_threads(NonZeroU16::MIN);
    let arguments: Vec<String> = env::args().skip(1).collect();
    let bits: usize = arguments.first().map_or(Ok(50), |text| text.parse())?;
    let seed: u64 = arguments.get(1).map_or(Ok(0), |text| text.parse())?;
    let which = arguments.get(2).map_or("both", String::as_str);
    let settings: ToySettings = match arguments.get(3) {
        Some(path) => serde_json::from_str(&fs::read_to_string(path)?)?,
        None => ToySettings::default(),
    };
    let env = BitFlip::new(bits)?;
    for (name, n_sampled_goal) in [("hindsight", settings.replay.hindsight.n_sampled_goal), ("plain", 0)] {
        if which != "both" && which != name {
            continue;
        }
        let mut settings = settings;
        settings.replay.hindsight.n_sampled_goal = n_sampled_goal;
        let begun = Instant::now();
        train_toy(&env, *env.task(), &settings, seed, |report| {
            let line = serde_json::json!({
                "run": name,
                "bits": bits,
                "seed": seed,
                "seconds": (begun.elapsed().as_secs_f64() * 10.0).round() / 10.0,
                "report": report,
            });
            println!("{line}");
        })?;
    }
    Ok(())
}
