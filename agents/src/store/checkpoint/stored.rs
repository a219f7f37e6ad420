//! A checkpoint on the disk.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::CheckpointError;
use super::manifest::{FORMAT, FileEntry, MANIFEST, Manifest, is_file_name, read_limited};

/// Largest manifest; a larger one is no manifest.
const MOST_MANIFEST_BYTES: u64 = 1 << 20;

/// A checkpoint whose files were all found as they were saved.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    manifest: Manifest,
}

impl Checkpoint {
    /// Opens a checkpoint and verifies every file.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        let checkpoint = Self::open_unverified(path)?;
        for entry in &checkpoint.manifest.files {
            entry.verify(path).map_err(|reason| checkpoint.damaged(reason))?;
        }
        Ok(checkpoint)
    }

    /// Opens a checkpoint by its manifest alone, to look into one that may be damaged.
    pub fn open_unverified(path: &Path) -> Result<Self, CheckpointError> {
        let damaged = |reason: String| CheckpointError::Damaged { path: path.into(), reason };
        if !path.is_dir() {
            return Err(CheckpointError::Missing { path: path.into() });
        }
        let bytes = read_limited(&path.join(MANIFEST), MOST_MANIFEST_BYTES).map_err(|error| {
            damaged(match error.kind() {
                io::ErrorKind::NotFound => format!("{MANIFEST} is missing"),
                _ => format!("{MANIFEST} cannot be read: {error}"),
            })
        })?;
        let manifest: Manifest =
            serde_json::from_slice(&bytes).map_err(|error| damaged(format!("{MANIFEST}: {error}")))?;
        if manifest.format != FORMAT {
            let format = manifest.format;
            return Err(damaged(format!("its format is {format}, but this program reads format {FORMAT}")));
        }
        if let Some(entry) = manifest.files.iter().find(|entry| !is_file_name(&entry.name)) {
            return Err(damaged(format!("{MANIFEST} lists a file {:?}", entry.name)));
        }
        Ok(Checkpoint { path: path.into(), manifest })
    }

    /// What is wrong with each file that is not as it was saved.
    pub fn faults(&self) -> Vec<String> {
        self.manifest.files.iter().filter_map(|entry| entry.verify(&self.path).err()).collect()
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The gradient step at which it was saved.
    pub fn step(&self) -> u64 {
        self.manifest.step
    }

    /// What it holds.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The entry of a file, if it is held.
    pub fn entry(&self, name: &str) -> Option<&FileEntry> {
        self.manifest.files.iter().find(|entry| entry.name == name)
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, CheckpointError> {
        let path = self.file(name)?;
        fs::read(&path).map_err(CheckpointError::io("read", &path))
    }

    /// A file, to be read piece by piece.
    pub fn stream(&self, name: &str) -> Result<File, CheckpointError> {
        let path = self.file(name)?;
        File::open(&path).map_err(CheckpointError::io("read", &path))
    }

    fn file(&self, name: &str) -> Result<PathBuf, CheckpointError> {
        match self.entry(name) {
            Some(entry) => Ok(self.path.join(&entry.name)),
            None => Err(self.damaged(format!("it holds no {name}"))),
        }
    }

    fn damaged(&self, reason: String) -> CheckpointError {
        CheckpointError::Damaged { path: self.path.clone(), reason }
    }
}
