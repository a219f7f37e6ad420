//! What settings must be to be read by layers.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::retired::RetiredSetting;
use super::rules::BrokenRules;

/// Settings that files and arguments can give.
///
/// Doc sentences and ranges (`#[schemars(range(..))]`) of the fields become the schema, which checks what users write
/// and documents it. Structs are to have `#[serde(default, deny_unknown_fields)]`, and choices between forms the tag
/// `kind`.
pub trait Settings: Default + Clone + Serialize + DeserializeOwned + JsonSchema {
    /// The title of the schema.
    const TITLE: &'static str = "tetreach settings";

    /// What files of earlier versions may hold besides.
    const RETIRED: &'static [RetiredSetting] = &[];

    /// Names every fault that the schema cannot see; settings with other faults are at their defaults.
    fn check(&self, rules: &mut BrokenRules) {
        let _ = rules;
    }

    /// The name that the settings give themselves.
    fn name(&self) -> Option<&str> {
        None
    }
}
