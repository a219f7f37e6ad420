//! A look at one setting before it is known what the others are.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::layers::{Assignment, Layers};
use super::settings::Settings;

/// Settings of which nothing is known.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Unknown {}

impl Settings for Unknown {}

/// The text that a file, with assignments over it, gives for a setting, unchecked; `None` if it gives none.
///
/// It tells which type of settings a file is to be read as.
///
/// ```
/// use tetreach_agents::config::peek;
///
/// let assignments = ["game.kind=bit-flip".parse()?];
/// assert_eq!(peek(None, &assignments, "game.kind").as_deref(), Some("bit-flip"));
/// assert_eq!(peek(None, &[], "game.kind"), None);
/// # Ok::<(), tetreach_agents::config::AssignmentError>(())
/// ```
pub fn peek(file: Option<&Path>, assignments: &[Assignment], path: &str) -> Option<String> {
    let layers = file.iter().fold(Layers::<Unknown>::new(), |layers, file| layers.file(file));
    match assignments.iter().fold(layers, Layers::assign).value(path) {
        Some(Value::String(text)) => Some(text),
        Some(other) => Some(other.to_string()),
        None => None,
    }
}
