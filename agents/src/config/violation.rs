//! What is wrong with a config: everything, not only the first thing.

use std::fmt;

use super::origin::Origin;

/// One fault, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where the fault is.
    pub origin: Origin,
    /// The setting, as a dotted path; empty for the whole file.
    pub path: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.origin, self.message)
    }
}

/// All faults of a config; never none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The faults, in the order of the files and lines.
    pub violations: Vec<Violation>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.violations.as_slice() {
            return only.fmt(f);
        }
        write!(f, "the config has {} faults", self.violations.len())?;
        self.violations.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
    }
}

impl std::error::Error for ConfigError {}
