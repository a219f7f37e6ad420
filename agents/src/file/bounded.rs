//! Reads that end whatever the system says about a length: a file may be a pipe, or another file than was meant.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads everything, or `None` if there are more than `most` bytes.
///
/// ```
/// use tetreach_agents::file::read_at_most;
///
/// assert_eq!(read_at_most(&b"four"[..], 4)?, Some(b"four".to_vec()));
/// assert_eq!(read_at_most(std::io::repeat(0), 4)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_at_most(reader: impl Read, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= most))
}

/// Reads a whole file, or `None` if it has more than `most` bytes.
pub fn read_file_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    read_at_most(File::open(path)?, most)
}
