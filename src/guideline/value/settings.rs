//! The section of a config that says which game is learned.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::guideline::{GuidelinePreset, GuidelineRules, UnknownPreset};

/// Which game is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GuidelineKind {
    /// Guideline Tetris alone: send lines.
    Guideline {
        /// The rules.
        #[schemars(extend("enum" = ["ppt", "tetrio", "alphatetris"]))]
        preset: String,
    },
}

impl Default for GuidelineKind {
    fn default() -> Self {
        GuidelineKind::Guideline { preset: GuidelinePreset::default().name().to_owned() }
    }
}

impl GuidelineKind {
    /// The rules.
    ///
    /// ```
    /// use tetreach::guideline::value::GuidelineKind;
    ///
    /// assert!(GuidelineKind::default().rules().is_ok());
    /// let error = GuidelineKind::Guideline { preset: "nes".to_owned() }.rules().unwrap_err();
    /// assert_eq!(error.to_string(), "there are no rules \"nes\": choose ppt, tetrio or alphatetris");
    /// ```
    pub fn rules(&self) -> Result<GuidelineRules, UnknownPreset> {
        let GuidelineKind::Guideline { preset } = self;
        preset.parse::<GuidelinePreset>().map(GuidelinePreset::rules)
    }
}
