//! Settings as written, each with its origin.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::origin::Origin;
use super::violation::Violation;

/// A value and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct SourceNode {
    pub origin: Origin,
    pub content: SourceContent,
}

/// A value whose parts know their origin.
#[derive(Clone, Debug)]
pub(super) enum SourceContent {
    Leaf(Value),
    List(Vec<SourceNode>),
    Table(Vec<(String, SourceNode)>),
}

impl SourceNode {
    /// A value of one origin throughout.
    pub fn of(value: Value, origin: &Origin) -> Self {
        let content = match value {
            Value::Object(entries) => SourceContent::Table(
                entries.into_iter().map(|(key, value)| (key, SourceNode::of(value, origin))).collect(),
            ),
            Value::Array(items) => {
                SourceContent::List(items.into_iter().map(|item| SourceNode::of(item, origin)).collect())
            }
            leaf => SourceContent::Leaf(leaf),
        };
        SourceNode { origin: origin.clone(), content }
    }

    /// The value without origins.
    pub fn value(&self) -> Value {
        match &self.content {
            SourceContent::Leaf(value) => value.clone(),
            SourceContent::List(items) => items.iter().map(SourceNode::value).collect(),
            SourceContent::Table(entries) => Value::Object(
                entries.iter().map(|(key, node)| (key.clone(), node.value())).collect::<Map<_, _>>(),
            ),
        }
    }

    /// The entry of a table.
    pub fn get(&self, key: &str) -> Option<&SourceNode> {
        match &self.content {
            SourceContent::Table(entries) => {
                entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
            }
            SourceContent::Leaf(_) | SourceContent::List(_) => None,
        }
    }

    /// The node at a dotted path, to be changed; the empty path is this node itself.
    pub fn get_mut(&mut self, path: &str) -> Option<&mut SourceNode> {
        path.split('.').filter(|key| !key.is_empty()).try_fold(self, |node, key| match &mut node.content {
            SourceContent::Table(entries) => {
                entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node)
            }
            SourceContent::Leaf(_) | SourceContent::List(_) => None,
        })
    }

    /// Takes an entry out of a table.
    pub fn take(&mut self, key: &str) -> Option<SourceNode> {
        let SourceContent::Table(entries) = &mut self.content else { return None };
        let index = entries.iter().position(|(name, _)| name == key)?;
        Some(entries.remove(index).1)
    }

    /// Whether this is a choice between forms, told apart by the key `kind`.
    pub fn is_choice(&self) -> bool {
        self.get("kind").is_some()
    }

    /// The node at a dotted path, or the last one on the way to it.
    pub fn nearest(&self, path: &str) -> &SourceNode {
        let mut node = self;
        for key in path.split('.').filter(|key| !key.is_empty()) {
            match node.get(key) {
                Some(entry) => node = entry,
                None => break,
            }
        }
        node
    }

    /// Lays another value over this one: tables entry by entry, everything else as a whole.
    pub fn overlay(&mut self, over: SourceNode) {
        let other_form = match (self.get("kind"), over.get("kind")) {
            (Some(mine), Some(other)) => mine.value() != other.value(),
            _ => false,
        };
        if let SourceNode { content: SourceContent::Table(new), origin } = over {
            if let (SourceContent::Table(entries), false) = (&mut self.content, other_form) {
                self.origin = origin;
                for (key, node) in new {
                    match entries.iter_mut().find(|(name, _)| *name == key) {
                        Some((_, entry)) => entry.overlay(node),
                        None => entries.push((key, node)),
                    }
                }
                return;
            }
            *self = SourceNode { content: SourceContent::Table(new), origin };
        } else {
            *self = over;
        }
    }
}

/// Reads a TOML document; what is not even TOML, or cannot be a setting, goes to the violations.
pub(super) fn read_toml(text: &str, path: &Arc<PathBuf>, violations: &mut Vec<Violation>) -> SourceNode {
    let (table, errors) = DeTable::parse_recoverable(text);
    let origin = |offset: usize| Origin::Line(path.clone(), line_at(text.as_bytes(), offset));
    for error in errors {
        let origin = error.span().map_or(Origin::File(path.clone()), |span| origin(span.start));
        let message = format!("not valid TOML: {}", error.message().replace('\n', ", "));
        violations.push(Violation { origin, path: String::new(), message });
    }
    read_table(table.get_ref(), Origin::File(path.clone()), "", &origin, violations)
}

/// The line of a text in which an offset lies, from 1.
pub(super) fn line_at(text: &[u8], offset: usize) -> usize {
    text.get(..offset).unwrap_or(text).iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Reads the value of an assignment on the command line; what is no TOML value is a string.
pub(super) fn read_value(
    text: &str,
    origin: &Origin,
    path: &str,
    violations: &mut Vec<Violation>,
) -> SourceNode {
    match DeValue::parse(text) {
        Ok(value) => read(value.get_ref(), origin.clone(), path, &|_| origin.clone(), violations),
        Err(_) => SourceNode { origin: origin.clone(), content: SourceContent::Leaf(text.into()) },
    }
}

fn read_table(
    table: &DeTable<'_>,
    origin: Origin,
    path: &str,
    origin_at: &impl Fn(usize) -> Origin,
    violations: &mut Vec<Violation>,
) -> SourceNode {
    let entries = table.iter().map(|(key, value)| {
        let path = join(path, key.get_ref());
        let origin = origin_at(key.span().start);
        (key.get_ref().to_string(), read(value.get_ref(), origin, &path, origin_at, violations))
    });
    SourceNode { content: SourceContent::Table(entries.collect()), origin }
}

fn read(
    value: &DeValue<'_>,
    origin: Origin,
    path: &str,
    origin_at: &impl Fn(usize) -> Origin,
    violations: &mut Vec<Violation>,
) -> SourceNode {
    let mut refuse = |message: String| {
        violations.push(Violation { origin: origin.clone(), path: path.into(), message });
        Value::Null
    };
    let leaf = match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => number.into(),
            Err(_) => refuse(format!("`{path}` is {integer}, a number too large for any setting")),
        },
        DeValue::Float(float) => match float.as_str().parse().ok().and_then(serde_json::Number::from_f64) {
            Some(number) => Value::Number(number),
            None => refuse(format!("`{path}` is {float}, but must be a finite number")),
        },
        DeValue::Datetime(time) => refuse(format!("`{path}` is the time {time}, which no setting is")),
        DeValue::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                let path = format!("{path}[{index}]");
                read(item.get_ref(), origin_at(item.span().start), &path, origin_at, violations)
            });
            return SourceNode { content: SourceContent::List(items.collect()), origin };
        }
        DeValue::Table(table) => return read_table(table, origin, path, origin_at, violations),
    };
    SourceNode { origin, content: SourceContent::Leaf(leaf) }
}

/// The path of an entry.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}
