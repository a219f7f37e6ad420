//! `tetreach check`: the conformance of the environments.

use std::str::FromStr;

use clap::Args;
use serde::Serialize;
use tetreach_agents::env::check::{CheckReport, CheckSettings};
use tetreach_agents::nn::device::DeviceChoice;

use super::{CommandOutcome, Libtorch, output};
use crate::format::Format;
use tetreach::game::Size;
use tetreach::guideline::{self, GuidelineEnvKind};
use tetreach::reach::{self, EnvKind, ReachSettings, Reward, RewardKind, UnknownEnv};

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Columns and rows of the board.
    #[arg(long, value_name = "WxH", default_value_t = Size::STANDARD)]
    size: Size,
    /// The reward: sparse, success, potential or cell-match.
    #[arg(long, value_name = "NAME", default_value = "sparse")]
    reward: RewardKind,
    /// The environment: reach, reverse or vector, all three if not given; or guideline, guideline-keys or
    /// guideline-versus, for which --size and --reward do not matter.
    #[arg(long, value_name = "NAME")]
    env: Option<CheckedEnv>,
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

/// An environment of any game.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum CheckedEnv {
    Reach(EnvKind),
    Guideline(GuidelineEnvKind),
}

impl FromStr for CheckedEnv {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let others = GuidelineEnvKind::ALL.map(|kind| kind.to_string()).join(", ");
        let guideline = name.parse().map(CheckedEnv::Guideline);
        guideline.or_else(|_| {
            name.parse().map(CheckedEnv::Reach).map_err(|error: UnknownEnv| format!("{error}, {others}"))
        })
    }
}

/// One environment's result, as printed in JSON.
#[derive(Serialize)]
struct Checked {
    env: CheckedEnv,
    #[serde(flatten)]
    board: Option<CheckedBoard>,
    seed: u64,
    passed: bool,
    #[serde(flatten)]
    report: CheckReport,
}

/// What an environment of reach was checked with.
#[derive(Serialize)]
struct CheckedBoard {
    size: String,
    reward: RewardKind,
}

impl CheckArgs {
    /// Checks and prints.
    pub fn run<L: Libtorch>(self) -> anyhow::Result<CommandOutcome> {
        if let Some(device) = self.device {
            return L::check_device(device);
        }
        let settings =
            ReachSettings { size: self.size, reward: Reward::of_kind(self.reward), ..Default::default() };
        let how = CheckSettings { seed: self.seed, ..Default::default() };
        let reach = EnvKind::ALL.map(CheckedEnv::Reach).to_vec();
        let mut results = Vec::new();
        for env in self.env.map_or(reach, |env| vec![env]) {
            let (report, board) = match env {
                CheckedEnv::Reach(env) => {
                    let board = CheckedBoard { size: self.size.to_string(), reward: self.reward };
                    (reach::check(env, &settings, &how), Some(board))
                }
                CheckedEnv::Guideline(env) => (guideline::check(env, &how), None),
            };
            let passed = report.passed();
            let result = Checked { env, board, seed: self.seed, passed, report };
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
        Ok(if passed { CommandOutcome::Done } else { CommandOutcome::Failed })
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
        let env = match self.env {
            CheckedEnv::Reach(env) => env.to_string(),
            CheckedEnv::Guideline(env) => env.to_string(),
        };
        let board = self.board.as_ref();
        let board =
            board.map_or_else(String::new, |board| format!(" {}, reward {}", board.size, board.reward));
        format!(
            "environment {env}{board}, seed {}\n{}{} rules checked, {verdict}\n\n",
            self.seed,
            self.report,
            self.report.checks.len()
        )
    }
}
