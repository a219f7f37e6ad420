//! Files that tell their kind in their first line and carry a checksum of the rest.

use std::fs;
use std::io;
use std::path::Path;

use tetreach_agents::file::write_atomically;

/// Most bytes that are read.
const MOST_BYTES: u64 = 1 << 30;

/// Why the content of a file cannot be had.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// The system refused.
    System(io::Error),
    /// Another kind of file.
    Foreign,
    /// Cut off or changed.
    Damaged,
}

/// Writes the content, whole or not at all; `kind` is the first line.
pub(super) fn write(path: &Path, kind: &[u8], content: &[u8]) -> io::Result<()> {
    let mut bytes = kind.to_vec();
    bytes.extend(crc32fast::hash(content).to_le_bytes());
    bytes.extend(content);
    write_atomically(path, &bytes)
}

/// Reads the content of a file of this kind back.
pub(super) fn read(path: &Path, kind: &[u8]) -> Result<Vec<u8>, Unreadable> {
    if fs::metadata(path).map_err(Unreadable::System)?.len() > MOST_BYTES {
        return Err(Unreadable::Foreign);
    }
    let bytes = fs::read(path).map_err(Unreadable::System)?;
    let sealed = bytes.strip_prefix(kind).and_then(|rest| rest.split_first_chunk::<4>());
    let Some((sum, content)) = sealed else { return Err(Unreadable::Foreign) };
    let is_whole = crc32fast::hash(content) == u32::from_le_bytes(*sum);
    if is_whole { Ok(content.to_vec()) } else { Err(Unreadable::Damaged) }
}
