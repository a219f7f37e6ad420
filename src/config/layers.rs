//! Defaults, files and arguments, laid over each other.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use super::Config;
use super::origin::Origin;
use super::resolved::Resolved;
use super::source::{Content, Node, join, read_toml, read_value};
use super::violation::{ConfigError, Violation};

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
    /// What an argument of its own stands for, such as `--device cpu` for `run.device`.
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

/// Settings in the making; later layers win.
#[derive(Clone, Debug)]
pub struct Layers {
    tree: Node,
    name: Option<String>,
    violations: Vec<Violation>,
}

impl Default for Layers {
    fn default() -> Self {
        Self::new()
    }
}

impl Layers {
    /// The defaults alone.
    pub fn new() -> Self {
        let defaults = serde_json::to_value(Config::default()).unwrap_or(Value::Null);
        Layers { tree: Node::of(defaults, &Origin::Default), name: None, violations: Vec::new() }
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
            node = Node { content: Content::Table(vec![(key.to_string(), node)]), origin: origin.clone() };
        }
        self.tree.overlay(node);
        self
    }

    /// Checks everything and makes a config of it.
    pub fn resolve(self) -> Result<Resolved, ConfigError> {
        Resolved::new(self.tree, self.name, self.violations)
    }

    /// Reads a file and all that it extends, the file itself first.
    fn read(&mut self, path: &Path, chain: &mut Vec<(PathBuf, Node)>) -> Result<(), Violation> {
        let shown = Arc::new(path.to_path_buf());
        let fault = |origin: Origin, message: String| Violation { origin, path: String::new(), message };
        let whole = |message: String| fault(Origin::File(shown.clone()), message);
        let real =
            fs::canonicalize(path).map_err(|error| whole(format!("cannot read this config: {error}")))?;
        if chain.iter().any(|(read, _)| *read == real) {
            return Err(whole("this config extends itself, directly or through others".into()));
        }
        let file =
            fs::File::open(&real).map_err(|error| whole(format!("cannot read this config: {error}")))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| whole(format!("cannot read this config: {error}")))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(whole("this is larger than 1 MiB, which no config is".into()));
        }
        let text = String::from_utf8(bytes).map_err(|_| whole("this is not text in UTF-8".into()))?;
        let mut node = read_toml(&text, &shown, &mut self.violations);
        let extends = node.take("extends");
        chain.push((real, node));
        let Some(extends) = extends else { return Ok(()) };
        let Content::Leaf(Value::String(other)) = &extends.content else {
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
pub(super) fn leaves<'a>(node: &'a Node, path: &str, visit: &mut impl FnMut(&str, &'a Node)) {
    match &node.content {
        Content::Table(entries) if !node.is_choice() => {
            entries.iter().for_each(|(key, entry)| leaves(entry, &join(path, key), visit));
        }
        _ => visit(path, node),
    }
}
