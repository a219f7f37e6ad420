//! Sets of samples as compact files.

use std::path::Path;

use tetreach_agents::file::FileError;

use super::set::SampleSet;
use crate::baseline::samples::RecipeError;
use crate::baseline::sealed::{self, Unreadable};

/// The first bytes of a file of samples; the number grows with the format.
const MAGIC: &[u8] = b"tetreach samples 1\n";

/// Why a file of samples cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
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
    let body = postcard::to_stdvec(set).expect("invariant: samples have a binary form");
    Ok(sealed::write(path, MAGIC, &body).map_err(FileError::new("write", path))?)
}

/// Reads a set back.
pub fn load_set(path: &Path) -> Result<SampleSet, StoreError> {
    let shown = || path.display().to_string();
    let damaged = |expected| StoreError::Damaged { path: shown(), expected };
    let body = sealed::read(path, MAGIC).map_err(|why| match why {
        Unreadable::System(error) => StoreError::File(FileError::new("read", path)(error)),
        Unreadable::Foreign => StoreError::Foreign { path: shown() },
        Unreadable::Damaged => damaged("other bytes by its checksum"),
    })?;
    let set: SampleSet = postcard::from_bytes(&body).map_err(|_| damaged("a recipe and samples"))?;
    set.recipe.validate().map_err(|error| StoreError::Recipe { path: shown(), error })?;
    let size = set.recipe.target.size();
    if set.samples.iter().any(|sample| sample.board.size() != size) {
        return Err(damaged("boards of the target's size"));
    }
    Ok(set)
}
