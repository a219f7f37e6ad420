//! `tetreach check`: the conformance of the environments.

use clap::Args;
use serde::Serialize;
use tetreach_agents::env::check::{CheckReport, CheckSettings};
use tetreach_agents::nn::device::DeviceChoice;

use super::{Libtorch, Outcome, output};
use crate::format::Format;
use tetreach::game::Size;
use tetreach::reach::{self, EnvKind, ReachSettings, Reward, RewardKind};

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Columns and rows of the board.
    #[arg(long, value_name = "WxH", default_value_t = Size::STANDARD)]
    size: Size,
    /// The reward: sparse, success, potential or cell-match.
    #[arg(long, value_name = "NAME", default_value = "sparse")]
    reward: RewardKind,
    /// The environment: reach, reverse or vector; all three if not given.
    #[arg(long, value_name = "NAME")]
    env: Option<EnvKind>,
    /// Seed of the random play that is looked at.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Checks a device instead, half a minute: the network, 50 updates, the inference server and a search, each
    /// compared with the processor's answers; docs/cuda.md says what to do with the result.
    #[arg(long, value_name = "cpu|cuda|auto", conflicts_with_all = ["size", "reward", "env", "seed", "format"])]
    device: Option<DeviceChoice>,
}

/// One environment's result, as printed in JSON.
#[derive(Serialize)]
struct Checked {
    env: EnvKind,
    size: String,
    reward: RewardKind,
    seed: u64,
    passed: bool,
    #[serde(flatten)]
    report: CheckReport,
}

impl CheckArgs {
    /// Checks and prints.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<Outcome> {
        if let Some(device) = self.device {
            return L::check_device(device);
        }
        let settings =
            ReachSettings { size: self.size, reward: Reward::of_kind(self.reward), ..Default::default() };
        let how = CheckSettings { seed: self.seed, ..Default::default() };
        let kinds = self.env.map_or(EnvKind::ALL.to_vec(), |kind| vec![kind]);
        let mut results = Vec::new();
        for env in kinds {
            let report = reach::check(env, &settings, &how);
            let passed = report.passed();
            let size = self.size.to_string();
            let result = Checked { env, size, reward: self.reward, seed: self.seed, passed, report };
            if let Format::Text = self.format {
                output::print(&result.table())?;
            }
            results.push(result);
        }
        if let Format::Json = self.format {
            let json = serde_json::to_string_pretty(&serde_json::json!({ "results": results }))?;
            output::print(&format!("{json}\n"))?;
        }
        let passed = results.iter().all(|result| result.passed);
        Ok(if passed { Outcome::Done } else { Outcome::Failed })
    }
}

impl Checked {
    fn table(&self) -> String {
        let broken = self.report.failures().count();
        let verdict = match broken {
            0 => "all kept".to_string(),
            1 => "1 broken".to_string(),
            _ => format!("{broken} broken"),
        };
        format!(
            "environment {} {}, reward {}, seed {}\n{}{} rules checked, {verdict}\n\n",
            self.env,
            self.size,
            self.reward,
            self.seed,
            self.report,
            self.report.checks.len()
        )
    }
}
