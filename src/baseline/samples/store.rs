//! Sets of samples as compact files.

use std::fs;
use std::io;
use std::path::Path;

use super::set::SampleSet;
use crate::baseline::samples::RecipeError;

/// The first bytes of a file of samples; the number grows with the format.
const MAGIC: &[u8] = b"tetreach samples 1\n";
/// Most bytes that are read.
const MOST_BYTES: u64 = 1 << 30;

/// Why a file of samples cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("cannot read {path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The system refused.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Another kind of file.
    #[error("{path} is no file of samples as `tetreach baseline samples` writes it")]
    Foreign {
        /// The file.
        path: String,
    },
    /// Cut off or changed.
    #[error("{path} is damaged: expected {expected}")]
    Damaged {
        /// The file.
        path: String,
        /// What should be there.
        expected: &'static str,
    },
    /// Samples that nobody can have made.
    #[error("{path}: {error}")]
    Recipe {
        /// The file.
        path: String,
        /// Why.
        error: RecipeError,
    },
}

/// Writes the set under a temporary name and renames it.
pub fn save_set(path: &Path, set: &SampleSet) -> Result<(), StoreError> {
    let write = |error| StoreError::Write { path: path.display().to_string(), error };
    let body = postcard::to_stdvec(set).expect("invariant: samples have a binary form");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path)).map_err(write)
}

/// Reads a set back.
pub fn load_set(path: &Path) -> Result<SampleSet, StoreError> {
    let shown = || path.display().to_string();
    let read = |error| StoreError::Read { path: shown(), error };
    let length = fs::metadata(path).map_err(read)?.len();
    if length > MOST_BYTES {
        return Err(StoreError::Foreign { path: shown() });
    }
    let bytes = fs::read(path).map_err(read)?;
    let Some((sum, body)) = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first_chunk::<4>()) else {
        return Err(StoreError::Foreign { path: shown() });
    };
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
        return Err(StoreError::Damaged { path: shown(), expected: "other bytes by its checksum" });
    }
    let set: SampleSet = postcard::from_bytes(body)
        .map_err(|_| StoreError::Damaged { path: shown(), expected: "a recipe and samples" })?;
    set.recipe.validate().map_err(|error| StoreError::Recipe { path: shown(), error })?;
    let size = set.recipe.target.size();
    if set.samples.iter().any(|sample| sample.board.size() != size) {
        return Err(StoreError::Damaged { path: shown(), expected: "boards of the target's size" });
    }
    Ok(set)
}
