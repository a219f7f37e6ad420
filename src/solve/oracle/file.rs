//! Distance tables as files.
//!
//! A 64-byte header (little-endian) is followed by the bits and the distances:
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | `TETREACH` |
//! | 8..12 | format version, 1 |
//! | 12, 13 | columns, rows |
//! | 14 | 0: distances from the origin, 1: to the origin |
//! | 16..20 | origin as packed cells |
//! | 20..24 | CRC-32 of everything else |
//! | 24..32 | number of boards |
//! | 32..64 | zero |

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tetreach_agents::file::{FileError, write_atomically_with};

use super::mapped::Bytes;
use super::packed::PackedRules;
use super::table::{DistanceTable, TableDirection};
use crate::game::Size;

const MAGIC: &[u8; 8] = b"TETREACH";
const VERSION: u32 = 1;
const HEADER: usize = 64;

/// Why a stored table cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not a table, or a damaged one.
    #[error("the oracle file {} is not usable: {reason}; delete it and it will be built again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
}

impl DistanceTable {
    /// Writes the table to a file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), TableFileError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(FileError::new("make", folder))?;
        }
        let header = self.header();
        let written = write_atomically_with(path, |file| {
            file.write_all(&header).and_then(|()| file.write_all(self.payload()))
        });
        Ok(written.map_err(FileError::new("write", path))?)
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12] = self.size().width();
        header[13] = self.size().height();
        header[14] = u8::from(self.direction() == TableDirection::To);
        header[16..20].copy_from_slice(&self.packed_origin().to_le_bytes());
        header[24..32].copy_from_slice(&(self.len() as u64).to_le_bytes());
        let checksum = checksum(&header, self.payload());
        header[20..24].copy_from_slice(&checksum.to_le_bytes());
        header
    }

    /// Maps a stored table into memory after checking it.
    pub fn open(path: &Path) -> Result<Self, TableFileError> {
        let file = File::open(path).map_err(FileError::new("open", path))?;
        let bytes = Bytes::map(&file).map_err(FileError::new("read", path))?;
        Self::parse(bytes).map_err(|reason| TableFileError::Damaged { path: path.to_owned(), reason })
    }

    fn parse(bytes: Bytes) -> Result<Self, &'static str> {
        let header: [u8; HEADER] = match bytes.get(..HEADER) {
            Some(header) => header.try_into().expect("invariant: the slice has the header's length"),
            None => return Err("it is shorter than its header"),
        };
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if header[..8] != *MAGIC {
            return Err("it does not begin as an oracle file does");
        }
        if word(8) != VERSION {
            return Err("it was written by another version");
        }
        let size = Size::new(usize::from(header[12]), usize::from(header[13]));
        let rules = size.ok().and_then(|size| PackedRules::new(size).ok());
        let rules = rules.ok_or("its board size has no oracle")?;
        if checksum(&header, &bytes[HEADER..]) != word(20) {
            return Err("its checksum does not match");
        }
        let direction = if header[14] == 0 { TableDirection::From } else { TableDirection::To };
        let table = Self::from_bytes(rules, direction, word(16), bytes, HEADER).ok_or("it is incomplete")?;
        let count = u64::from(word(24)) | u64::from(word(28)) << 32;
        if table.len() as u64 == count { Ok(table) } else { Err("its number of boards does not match") }
    }
}

/// The CRC-32 of header and payload, without the checksum itself.
fn checksum(header: &[u8; HEADER], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..20]);
    hasher.update(&header[24..]);
    hasher.update(payload);
    hasher.finalize()
}
