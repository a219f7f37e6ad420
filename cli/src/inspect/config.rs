//! `tetreach inspect config`

use std::fmt::Write;
use std::path::Path;

use tetreach::config::{Assignment, Config, Layers, json_schema};

/// The JSON schema.
pub(super) fn schema() -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&json_schema::<Config>())? + "\n")
}

/// Every setting, or those that are not left to their defaults.
pub(super) fn describe(file: Option<&Path>, assignments: &[Assignment], all: bool) -> anyhow::Result<String> {
    let layers = file.map_or_else(Layers::<Config>::new, |file| Layers::new().file(file));
    let resolved = assignments.iter().fold(layers, Layers::assign).resolve()?;
    if all {
        return Ok(resolved.to_toml());
    }
    let given = resolved.given();
    let mut text = format!(
        "{}: sound; {} of its settings are given, the others have their defaults (--resolved shows all)\n",
        resolved.name(),
        given.len()
    );
    let width = given.iter().map(|(path, ..)| path.len()).max().unwrap_or(0);
    for (path, value, origin) in given {
        let _ = writeln!(text, "  {path:<width$}  {value}  # {origin}");
    }
    Ok(text)
}
