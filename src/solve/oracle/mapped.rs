//! Bytes in memory or mapped from a file.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// Read-only bytes, wherever they live.
#[derive(Debug)]
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

impl Bytes {
    /// Maps a whole file.
    #[allow(unsafe_code)]
    pub(super) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is undefined only if the file changes while it is mapped. Oracle files are written
        // under another name and renamed into place, and nothing ever writes into a finished one; a rebuilt file
        // is a new file, and the mapping keeps the old one. Any byte pattern is a valid `u8`.
        unsafe { Mmap::map(file) }.map(Bytes::Mapped)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::Owned(bytes)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}
