//! Files that are either whole or not there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", path.display())]
pub struct SaveError {
    path: PathBuf,
    source: io::Error,
}

/// Writes under a temporary name beside the file and renames, so that no reader ever meets half a file.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let failed = |source| SaveError { path: path.to_owned(), source };
    let Some(name) = path.file_name() else {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "it names no file")));
    };
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        // The error that matters is the one above; a leftover that cannot be removed changes nothing.
        let _ = fs::remove_file(&temporary);
        failed(source)
    })
}
