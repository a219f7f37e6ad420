//! A checkpoint in the making.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::CheckpointError;
use super::manifest::{FORMAT, FileEntry, MANIFEST, Manifest, Summed, is_file_name};
use super::stored::Checkpoint;
use crate::file::sync_folder;

/// How the names of unfinished folders begin.
pub(super) const TEMPORARY: &str = ".unfinished-";

/// A checkpoint that is being written; removed if it is dropped before it has found its place.
#[derive(Debug)]
pub struct Draft {
    folder: PathBuf,
    manifest: Manifest,
}

impl Draft {
    pub(super) fn begin(checkpoints: &Path, step: u64) -> Result<Self, CheckpointError> {
        let folder = temporary(checkpoints);
        fs::create_dir(&folder).map_err(CheckpointError::io("create", &folder))?;
        Ok(Draft { folder, manifest: Manifest { format: FORMAT, step, files: Vec::new() } })
    }

    /// Adds a file of these bytes.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), CheckpointError> {
        self.stream(name, |writer| writer.write_all(bytes))
    }

    /// Adds a file written piece by piece.
    pub fn stream(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CheckpointError> {
        let path = self.path_of(name)?;
        let written = File::create_new(&path).and_then(|file| {
            let mut writer = Summed::new(BufWriter::with_capacity(1 << 16, file));
            write(&mut writer)?;
            let (buffered, sha256, size) = writer.finish();
            let file = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            Ok(FileEntry { name: name.into(), size, sha256 })
        });
        self.manifest.files.push(written.map_err(CheckpointError::io("write", &path))?);
        Ok(())
    }

    /// Adds a file of another checkpoint, as a second name for the same data where the disk can.
    pub(super) fn link(&mut self, from: &Checkpoint, entry: &FileEntry) -> Result<(), CheckpointError> {
        let path = self.path_of(&entry.name)?;
        let source = from.path().join(&entry.name);
        if fs::hard_link(&source, &path).is_err() {
            fs::copy(&source, &path)
                .and_then(|_| File::open(&path)?.sync_all())
                .map_err(CheckpointError::io("write", &path))?;
        }
        self.manifest.files.push(entry.clone());
        Ok(())
    }

    /// Writes the manifest and hands everything to the disk.
    pub(super) fn finish(&self) -> Result<PathBuf, CheckpointError> {
        let path = self.folder.join(MANIFEST);
        let written = File::create_new(&path).and_then(|mut file| {
            file.write_all(&serde_json::to_vec_pretty(&self.manifest)?)?;
            file.sync_all()
        });
        written.map_err(CheckpointError::io("write", &path))?;
        sync(&self.folder)?;
        Ok(self.folder.clone())
    }

    fn path_of(&self, name: &str) -> Result<PathBuf, CheckpointError> {
        let is_new = self.manifest.files.iter().all(|entry| entry.name != name);
        if is_new && is_file_name(name) {
            Ok(self.folder.join(name))
        } else {
            Err(CheckpointError::Name { name: name.into() })
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A draft that found its place is no longer here. What cannot be removed now goes when the run is resumed.
        if self.folder.exists() {
            drop(fs::remove_dir_all(&self.folder));
        }
    }
}

/// A name that nothing else in this folder has.
pub(super) fn temporary(folder: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("{TEMPORARY}{}-{count}", process::id()))
}

/// Hands the names within a folder to the disk.
pub(super) fn sync(folder: &Path) -> Result<(), CheckpointError> {
    sync_folder(folder).map_err(CheckpointError::io("write", folder))
}
