//! Settings that only files of earlier versions have.

use serde_json::Value;

use super::source::{SourceContent, SourceNode};
use super::violation::Violation;

/// A text setting of earlier versions. It is in no schema and is not written again, but run folders still hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetiredSetting {
    /// Its dotted path.
    pub path: &'static str,
    /// The value that means what is done now without it.
    pub harmless: &'static str,
    /// Why another value cannot be followed, in one sentence.
    pub refusal: &'static str,
}

impl RetiredSetting {
    /// Takes the setting out of what was written; a value that cannot be followed is a violation.
    pub(super) fn take_from(&self, tree: &mut SourceNode) -> Option<Violation> {
        let (parent, key) = self.path.rsplit_once('.').unwrap_or(("", self.path));
        let written = tree.get_mut(parent)?.take(key)?;
        match written.content {
            SourceContent::Leaf(Value::String(value)) if value == self.harmless => None,
            _ => Some(Violation {
                origin: written.origin,
                path: self.path.into(),
                message: self.refusal.into(),
            }),
        }
    }
}
