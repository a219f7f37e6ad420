//! Where a setting comes from.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Who gave a setting its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody.
    Default,
    /// A file as a whole.
    File(Arc<PathBuf>),
    /// A line of a file, from 1.
    Line(Arc<PathBuf>, usize),
    /// An argument of the command line, as typed.
    Argument(Arc<str>),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Line(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Argument(text) => f.write_str(text),
        }
    }
}
