//! What can go wrong when numbers are written down.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a record was not written or read.
#[derive(Debug, Error)]
pub enum RecordError {
    /// No room left.
    #[error("the disk is full: {} could not be written", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line of the metrics that is no record.
    #[error("{}:{line}: not a line of metrics: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl RecordError {
    /// Wraps an error of the system, telling a full disk from the rest.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| {
            let path = path.to_path_buf();
            match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => RecordError::DiskFull { path },
                _ => RecordError::Io { action, path, source },
            }
        }
    }
}
