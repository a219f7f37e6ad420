//! Defaults, files and arguments, laid over each other.

use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use super::origin::Origin;
use super::resolved::Resolved;
use super::settings::Settings;
use super::source::{SourceContent, SourceNode, join, line_at, read_toml, read_value};
use super::violation::{ConfigError, Violation};
use crate::file::read_file_at_most;

/// Largest config file; a larger one is some other file.
const MOST_BYTES: u64 = 1 << 20;

/// A setting given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    path: String,
    value: String,
    origin: Origin,
}

/// An argument that assigns nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` assigns nothing: expected section.key=value, for example learner.batch_size=512")]
pub struct AssignmentError {
    text: String,
}

impl Assignment {
    /// What a separate argument stands for, such as `--device cpu` for `run.device`.
    pub fn flag(flag: &str, path: &str, value: &str) -> Self {
        let origin = Origin::Argument(format!("{flag} {value}").into());
        Assignment { path: path.into(), value: value.into(), origin }
    }
}

impl FromStr for Assignment {
    type Err = AssignmentError;

    fn from_str(text: &str) -> Result<Self, AssignmentError> {
        let error = || AssignmentError { text: text.into() };
        let (path, value) = text.split_once('=').ok_or_else(error)?;
        let (path, value) = (path.trim(), value.trim());
        if path.split('.').any(str::is_empty) {
            return Err(error());
        }
        let origin = Origin::Argument(format!("--set {text}").into());
        Ok(Assignment { path: path.into(), value: value.into(), origin })
    }
}

/// Settings of type `T` in the making; later layers win.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use tetreach_agents::config::{Layers, Settings};
///
/// #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
/// #[serde(default, deny_unknown_fields)]
/// struct Kettle {
///     /// Litres of water.
///     #[schemars(range(min = 0.0, max = 2.0))]
///     litres: f64,
/// }
///
/// impl Settings for Kettle {}
///
/// let layers = Layers::<Kettle>::new();
/// assert_eq!(layers.clone().assign(&"litres=1.5".parse()?).resolve()?.config.litres, 1.5);
/// let error = layers.assign(&"liters=3".parse()?).resolve().unwrap_err();
/// assert_eq!(error.to_string(), "--set liters=3: `liters` is no setting; did you mean `litres`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layers<T> {
    tree: SourceNode,
    name: Option<String>,
    violations: Vec<Violation>,
    settings: PhantomData<T>,
}

impl<T: Settings> Default for Layers<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Settings> Layers<T> {
    /// The defaults alone.
    pub fn new() -> Self {
        let defaults = serde_json::to_value(T::default()).unwrap_or(Value::Null);
        let tree = SourceNode::of(defaults, &Origin::Default);
        Layers { tree, name: None, violations: Vec::new(), settings: PhantomData }
    }

    /// Lays a file over everything so far, and below it the file that it extends.
    pub fn file(mut self, path: &Path) -> Self {
        self.name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let mut chain = Vec::new();
        if let Err(violation) = self.read(path, &mut chain) {
            self.violations.push(violation);
        }
        // The last file read is the one that the others build on.
        chain.into_iter().rev().for_each(|(_, node)| self.tree.overlay(node));
        self
    }

    /// Lays an argument over everything so far.
    pub fn assign(mut self, assignment: &Assignment) -> Self {
        let Assignment { path, value, origin } = assignment;
        let mut node = read_value(value, origin, path, &mut self.violations);
        for key in path.rsplit('.') {
            node = SourceNode {
                content: SourceContent::Table(vec![(key.to_string(), node)]),
                origin: origin.clone(),
            };
        }
        self.tree.overlay(node);
        self
    }

    /// What the layers say of one setting, unchecked; `None` if they say nothing.
    pub(super) fn value(&self, path: &str) -> Option<Value> {
        path.split('.').try_fold(&self.tree, |node, key| node.get(key)).map(SourceNode::value)
    }

    /// Checks everything and makes settings of it.
    pub fn resolve(self) -> Result<Resolved<T>, ConfigError> {
        Resolved::new(self.tree, self.name, self.violations)
    }

    /// Reads a file and all that it extends, the file itself first.
    fn read(&mut self, path: &Path, chain: &mut Vec<(PathBuf, SourceNode)>) -> Result<(), Violation> {
        let shown = Arc::new(path.to_path_buf());
        let fault = |origin: Origin, message: String| Violation { origin, path: String::new(), message };
        let whole = |message: String| fault(Origin::File(shown.clone()), message);
        let real =
            fs::canonicalize(path).map_err(|error| whole(format!("cannot read this config: {error}")))?;
        if chain.iter().any(|(read, _)| *read == real) {
            return Err(whole("this config extends itself, directly or through others".into()));
        }
        let bytes = read_file_at_most(&real, MOST_BYTES)
            .map_err(|error| whole(format!("cannot read this config: {error}")))?
            .ok_or_else(|| whole("this is larger than 1 MiB, which no config is".into()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = line_at(error.as_bytes(), error.utf8_error().valid_up_to());
            fault(Origin::Line(shown.clone(), line), "this is not text in UTF-8".into())
        })?;
        let mut node = read_toml(&text, &shown, &mut self.violations);
        let extends = node.take("extends");
        chain.push((real, node));
        let Some(extends) = extends else { return Ok(()) };
        let SourceContent::Leaf(Value::String(other)) = &extends.content else {
            return Err(fault(extends.origin, "`extends` must be text: the path of another config".into()));
        };
        let other = path.parent().unwrap_or(Path::new("")).join(other);
        if !other.is_file() {
            let message = format!("`extends` names {}, which is no file", other.display());
            return Err(fault(extends.origin, message));
        }
        self.read(&other, chain)
    }
}

/// The leaves of a tree with their paths; lists and choices count as leaves.
pub(super) fn leaves<'a>(node: &'a SourceNode, path: &str, visit: &mut impl FnMut(&str, &'a SourceNode)) {
    match &node.content {
        SourceContent::Table(entries) if !node.is_choice() => {
            entries.iter().for_each(|(key, entry)| leaves(entry, &join(path, key), visit));
        }
        _ => visit(path, node),
    }
}
