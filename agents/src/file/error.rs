//! What the system refused to do with a file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Something that could not be done with a file or folder.
///
/// ```
/// use std::path::Path;
/// use tetreach_agents::file::FileError;
///
/// let error = FileError::new("read", Path::new("board.txt"))(std::io::Error::other("the disk is gone"));
/// assert_eq!(error.to_string(), "cannot read board.txt: the disk is gone");
/// ```
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct FileError {
    /// What was tried, such as `read`.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

impl FileError {
    /// Wraps an error of the system, for `map_err`.
    pub fn new(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError { action, path: path.to_path_buf(), source }
    }

    /// Whether there was no room left.
    pub fn is_disk_full(&self) -> bool {
        matches!(self.source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
    }
}
