//! The names and shapes in a safetensors file, read without libtorch.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::error::CheckpointError;

/// Largest header that the format allows.
const MOST_HEADER_BYTES: u64 = 100_000_000;

/// One tensor of a safetensors file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorEntry {
    /// Its name.
    pub name: String,
    /// The type of its elements, for example `F32`.
    pub dtype: String,
    /// Its shape.
    pub shape: Vec<u64>,
    /// Its bytes.
    pub bytes: u64,
}

#[derive(Deserialize)]
struct Header {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

/// Reads the header: a little-endian length of 8 bytes and so much JSON.
pub fn read_tensor_entries(path: &Path) -> Result<Vec<TensorEntry>, CheckpointError> {
    let damaged = |reason: String| CheckpointError::Damaged { path: path.into(), reason };
    let mut file = File::open(path).map_err(CheckpointError::io("read", path))?;
    let size = file.metadata().map_err(CheckpointError::io("read", path))?.len();
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|_| damaged("a safetensors file has at least 8 bytes".into()))?;
    let length = u64::from_le_bytes(length);
    if length > MOST_HEADER_BYTES || size - 8 < length {
        return Err(damaged(format!("a header of {length} bytes in a file of {size} bytes")));
    }
    let mut header = vec![0; length as usize];
    file.read_exact(&mut header).map_err(CheckpointError::io("read", path))?;
    let header: serde_json::Map<String, Value> =
        serde_json::from_slice(&header).map_err(|error| damaged(format!("its header: {error}")))?;
    let mut entries = Vec::new();
    for (name, value) in header {
        if name == "__metadata__" {
            continue;
        }
        let Header { dtype, shape, data_offsets: [start, end] } =
            serde_json::from_value(value).map_err(|error| damaged(format!("tensor {name}: {error}")))?;
        if start > end || end > size - 8 - length {
            return Err(damaged(format!("tensor {name} lies outside the file")));
        }
        entries.push(TensorEntry { name, dtype, shape, bytes: end - start });
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}
