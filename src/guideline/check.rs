//! The conformance of the environments.

use serde::Serialize;
use tetreach_agents::env::check::{CheckReport, CheckSettings, check_env};

use super::env::GuidelineEnv;
use super::keys::{KeyEnv, VersusKeyEnv};

/// The environments of guideline Tetris that can be checked.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum GuidelineEnvKind {
    /// [`GuidelineEnv`]: placements as actions.
    Guideline,
    /// [`KeyEnv`]: key presses as actions.
    GuidelineKeys,
    /// [`VersusKeyEnv`]: two players who press keys.
    GuidelineVersus,
}

impl GuidelineEnvKind {
    /// All of them.
    pub const ALL: [GuidelineEnvKind; 3] =
        [GuidelineEnvKind::Guideline, GuidelineEnvKind::GuidelineKeys, GuidelineEnvKind::GuidelineVersus];
}

/// Checks everything that one of the environments promises, under the default rules.
pub fn check(kind: GuidelineEnvKind, how: &CheckSettings) -> CheckReport {
    match kind {
        GuidelineEnvKind::Guideline => check_env(&GuidelineEnv::default(), how),
        GuidelineEnvKind::GuidelineKeys => check_env(&KeyEnv::default(), how),
        GuidelineEnvKind::GuidelineVersus => check_env(&VersusKeyEnv::default(), how),
    }
}
