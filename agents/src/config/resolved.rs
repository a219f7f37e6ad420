//! A config that passed every check, with the origin of each setting.

use serde_json::Value;

use super::layers::leaves;
use super::origin::Origin;
use super::printed;
use super::rules::BrokenRules;
use super::schema::{Schema, json_schema};
use super::settings::Settings;
use super::source::{SourceContent, SourceNode};
use super::violation::{ConfigError, Violation};

/// Settings and where each of them comes from.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    /// The settings.
    pub config: T,
    name: Option<String>,
    tree: SourceNode,
}

impl<T: Settings> Resolved<T> {
    pub(super) fn new(
        mut tree: SourceNode,
        name: Option<String>,
        mut violations: Vec<Violation>,
    ) -> Result<Self, ConfigError> {
        violations.extend(T::RETIRED.iter().filter_map(|retired| retired.take_from(&mut tree)));
        // A file that is not TOML was read in part only: its settings would be blamed for what is missing.
        let is_whole = violations.iter().all(|violation| !violation.path.is_empty());
        let mut config = None;
        if is_whole {
            let schema = json_schema::<T>();
            Schema::new(&schema).check(&tree, "", &mut violations);
            // Rules that join several settings are checked even when others are wrong, so that all is said at once.
            let mut sound = tree.clone();
            violations.iter().for_each(|violation| remove(&mut sound, &violation.path));
            match serde_json::from_value::<T>(sound.value()) {
                Ok(settings) => {
                    let mut rules = BrokenRules::default();
                    settings.check(&mut rules);
                    let broken = rules.broken.into_iter().filter(|(path, _)| {
                        !violations.iter().any(|violation| touches(&violation.path, path))
                    });
                    let broken: Vec<_> = broken
                        .map(|(path, message)| Violation {
                            origin: tree.nearest(&path).origin.clone(),
                            path,
                            message,
                        })
                        .collect();
                    violations.extend(broken);
                    config = Some(settings);
                }
                Err(error) if violations.is_empty() => violations.push(Violation {
                    origin: tree.origin.clone(),
                    path: String::new(),
                    message: error.to_string(),
                }),
                Err(_) => {}
            }
        }
        violations.sort_by_key(|violation| match &violation.origin {
            Origin::Default => (0, None, 0),
            Origin::File(path) => (1, Some(path.clone()), 0),
            Origin::Line(path, line) => (1, Some(path.clone()), *line),
            Origin::Argument(_) => (2, None, 0),
        });
        match config {
            Some(config) if violations.is_empty() => Ok(Resolved { config, name, tree }),
            _ => Err(ConfigError { violations }),
        }
    }

    /// The name of the settings: the one they give themselves, or the file's, or `defaults`.
    pub fn name(&self) -> &str {
        self.config.name().or(self.name.as_deref()).unwrap_or("defaults")
    }

    /// Where a setting comes from, by its dotted path.
    pub fn origin(&self, path: &str) -> &Origin {
        &self.tree.nearest(path).origin
    }

    /// The settings that are not left to their defaults, with their values as written and their origins.
    pub fn given(&self) -> Vec<(String, Value, Origin)> {
        let mut given = Vec::new();
        leaves(&self.tree, "", &mut |path, node| {
            if node.origin != Origin::Default {
                given.push((path.to_string(), node.value(), node.origin.clone()));
            }
        });
        given
    }

    /// Every setting as TOML, each with its origin in a comment; reading it back gives an equal config.
    pub fn to_toml(&self) -> String {
        printed::to_toml(&self.settings(), &self.tree)
    }

    /// Every setting as JSON.
    pub fn settings(&self) -> Value {
        // Plain data of finite numbers: nothing in it can fail to be written.
        serde_json::to_value(&self.config).unwrap_or(Value::Null)
    }
}

/// Takes out what is wrong, up to the nearest table whose entries have defaults.
fn remove(node: &mut SourceNode, path: &str) {
    let path = path.split('[').next().unwrap_or("");
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let SourceContent::Table(entries) = &mut node.content else { return };
    let Some(index) = entries.iter().position(|(name, _)| name == key) else { return };
    let entry = &mut entries[index].1;
    if rest.is_empty() || entry.is_choice() || !matches!(entry.content, SourceContent::Table(_)) {
        entries.remove(index);
    } else {
        remove(entry, rest);
    }
}

/// Whether one path lies at or within the other.
fn touches(one: &str, other: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    within(one, other) || within(other, one)
}
