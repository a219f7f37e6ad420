//! An agent as users choose it.

use super::Capabilities;

/// An agent as users choose it, whatever its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedAgent {
    /// The name by which it is asked for.
    pub name: String,
    /// What it does, in one sentence.
    pub summary: String,
    /// What can be done with it, beside playing.
    pub capabilities: Capabilities,
}

impl OfferedAgent {
    /// An agent with this name.
    pub fn new(name: impl Into<String>, summary: impl Into<String>, capabilities: Capabilities) -> Self {
        Self { name: name.into(), summary: summary.into(), capabilities }
    }
}
