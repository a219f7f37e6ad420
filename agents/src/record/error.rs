//! What can go wrong when numbers are written down.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::file::FileError;

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
    #[error(transparent)]
    File(#[from] FileError),
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
        move |source| match FileError::new(action, path)(source) {
            full if full.is_disk_full() => RecordError::DiskFull { path: full.path },
            error => RecordError::File(error),
        }
    }
}
