//! A resolved config as TOML with origins.

use std::fmt::Write;

use serde_json::Value;

use super::origin::Origin;
use super::source::{SourceContent, SourceNode, join};

/// Column at which origins stand, if the setting is not longer.
const COLUMN: usize = 44;

/// Writes settings in the order of the sections, each with its origin in a comment.
pub(super) fn to_toml(settings: &Value, tree: &SourceNode) -> String {
    let mut text = String::new();
    write_table(settings, tree, "", &mut text);
    text
}

fn write_table(settings: &Value, tree: &SourceNode, path: &str, text: &mut String) {
    let Value::Object(entries) = settings else { return };
    let is_table = |value: &Value| value.as_object().is_some_and(|entries| !entries.contains_key("kind"));
    // Settings outside all sections come first and have no header.
    if !path.is_empty() && entries.values().any(|value| !is_table(value)) {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}[{path}]");
    }
    // In TOML everything after a header belongs to it, so plain settings come before tables.
    for (key, value) in entries.iter().filter(|(_, value)| !is_table(value) && !value.is_null()) {
        let setting = format!("{key} = {}", inline(value));
        let origin = origins(tree.nearest(&join(path, key)));
        let _ = writeln!(text, "{setting:<COLUMN$} # {origin}");
    }
    for (key, value) in entries.iter().filter(|(_, value)| is_table(value)) {
        write_table(value, tree, &join(path, key), text);
    }
}

/// A value as TOML in one line.
pub(super) fn inline(value: &Value) -> String {
    match value {
        Value::Object(entries) => {
            // TOML has no null: what is not there is left out.
            let given = entries.iter().filter(|(_, value)| !value.is_null());
            let entries: Vec<_> = given.map(|(key, value)| format!("{key} = {}", inline(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(word) => toml::Value::String(word.clone()).to_string(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => format!("{float:?}"),
            None => number.to_string(),
        },
        Value::Bool(_) | Value::Null => value.to_string(),
    }
}

/// A choice may have parts from several places.
fn origins(node: &SourceNode) -> String {
    let mut all: Vec<&Origin> = Vec::new();
    match &node.content {
        SourceContent::Table(entries) => {
            for (_, entry) in entries {
                if !all.contains(&&entry.origin) {
                    all.push(&entry.origin);
                }
            }
        }
        SourceContent::Leaf(_) | SourceContent::List(_) => all.push(&node.origin),
    }
    // A newline would end the comment.
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ").replace(['\n', '\r'], " ")
}
