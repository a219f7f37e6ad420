//! What a checkpoint holds, and how to tell that it is whole.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::read_file_at_most;

/// The file that makes a folder a checkpoint; written last.
pub(super) const MANIFEST: &str = "manifest.json";
/// The form of checkpoints that this program writes and reads.
pub(super) const FORMAT: u32 = 1;

/// The list of a checkpoint's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The form of the checkpoint.
    pub format: u32,
    /// The gradient step at which it was saved.
    pub step: u64,
    /// The files, in the order they were written.
    pub files: Vec<FileEntry>,
}

/// One file of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// Its SHA-256 sum, in hexadecimal digits.
    pub sha256: String,
}

impl FileEntry {
    /// Compares a file with its entry; the error says in words what differs.
    pub(super) fn verify(&self, folder: &Path) -> Result<(), String> {
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("{} is missing", self.name),
            _ => format!("{} cannot be read: {error}", self.name),
        };
        let mut file = File::open(folder.join(&self.name)).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        if size != self.size {
            return Err(format!("{} has {size} bytes instead of {}", self.name, self.size));
        }
        let mut sum = Summed::new(io::sink());
        io::copy(&mut file, &mut sum).map_err(unreadable)?;
        if sum.finish().1 == self.sha256 {
            Ok(())
        } else {
            Err(format!("{} is not what was saved (its SHA-256 sum differs)", self.name))
        }
    }
}

/// Whether a name is that of a file in the checkpoint's own folder, and of no other.
pub(super) fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain) && name != MANIFEST
}

/// Reads a file of at most `most` bytes, or says that there are more.
pub(super) fn read_limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_file_at_most(path, most)?;
    bytes.ok_or_else(|| io::Error::other(format!("more than {most} bytes")))
}

/// A writer that counts and sums what passes.
#[derive(Debug)]
pub(super) struct Summed<W> {
    inner: W,
    size: u64,
    hasher: Sha256,
}

impl<W: Write> Summed<W> {
    pub fn new(inner: W) -> Self {
        Summed { inner, size: 0, hasher: Sha256::new() }
    }

    /// The writer, the sum of all that passed, and its size.
    pub fn finish(self) -> (W, String, u64) {
        let digest = self.hasher.finalize();
        let sum = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        (self.inner, sum, self.size)
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
