//! The settings of a run in both directions: those of reach, read for another domain.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use tetreach_agents::config::{BrokenRules, RetiredSetting, Settings};
use tetreach_agents::nn::TrunkKind;
use tetreach_agents::train::settings::TrainSettings;
use tetreach_agents::train::{TrainConfig, TrainError};

use super::TwoWayDomain;
use crate::config::Config;

/// A config with `game.kind = "reach-two-way"`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TwoWayConfig(pub Config);

/// That of the config itself, so that its keys are checked and not only its type.
impl JsonSchema for TwoWayConfig {
    fn schema_name() -> Cow<'static, str> {
        "TwoWayConfig".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Config::json_schema(generator)
    }
}

impl Settings for TwoWayConfig {
    const TITLE: &'static str = "tetreach config, reach in both directions";

    const RETIRED: &'static [RetiredSetting] = Config::RETIRED;

    fn check(&self, rules: &mut BrokenRules) {
        self.0.check(rules);
        rules.hold(self.0.network.trunk == TrunkKind::Conv, "network.trunk", || {
            "`network.trunk` must be \"conv\": the way back is read from maps over the cells".into()
        });
    }

    fn name(&self) -> Option<&str> {
        self.0.name()
    }
}

impl TrainConfig for TwoWayConfig {
    type Domain = TwoWayDomain;

    fn domain(&self) -> Result<TwoWayDomain, TrainError> {
        TwoWayDomain::new(&self.0)
    }

    fn train_settings(&self) -> TrainSettings {
        self.0.train_settings()
    }
}
