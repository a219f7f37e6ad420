//! `tetreach inspect config`

use std::fmt::Write;
use std::path::Path;

use tetreach::config::{Assignment, Config, Layers, json_schema};
use tetreach::train::{GameName, GameVisitor};
use tetreach_agents::train::TrainConfig;

/// The JSON schema.
pub(super) fn schema() -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&json_schema::<Config>())? + "\n")
}

/// Every setting, or those that are not left to their defaults.
pub(super) fn describe(file: Option<&Path>, assignments: &[Assignment], all: bool) -> anyhow::Result<String> {
    GameName::of(file, assignments)?.visit(ShownConfig { file, assignments, all })
}

/// The config of the game that it names.
struct ShownConfig<'a> {
    file: Option<&'a Path>,
    assignments: &'a [Assignment],
    all: bool,
}

impl GameVisitor for ShownConfig<'_> {
    type Output = anyhow::Result<String>;

    fn visit<C: TrainConfig>(self) -> anyhow::Result<String> {
        let layers = self.file.map_or_else(Layers::<C>::new, |file| Layers::new().file(file));
        let resolved = self.assignments.iter().fold(layers, Layers::assign).resolve()?;
        if self.all {
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
}
