//! What can go wrong with checkpoints.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::file::FileError;

/// Why a checkpoint was not saved or loaded.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// No room left.
    #[error(
        "the disk is full: {} could not be saved{}",
        path.display(),
        intact.map_or_else(String::new, |step| format!("; the one of step {step} is intact"))
    )]
    DiskFull {
        /// What was to be saved.
        path: PathBuf,
        /// The step of the checkpoint that is still there.
        intact: Option<u64>,
    },
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is none.
    #[error("there is no checkpoint at {}", path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// A file of it is not what was saved.
    #[error("the checkpoint {} is damaged: {reason}", path.display())]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A name that would lead out of the checkpoint, or stands twice.
    #[error("a checkpoint cannot hold a file named {name:?}, or holds it already")]
    Name {
        /// The name.
        name: String,
    },
}

impl CheckpointError {
    /// Wraps an error of the system, telling a full disk from the rest.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| match FileError::new(action, path)(source) {
            full if full.is_disk_full() => CheckpointError::DiskFull { path: full.path, intact: None },
            error => CheckpointError::File(error),
        }
    }
}
