//! Games that people played, one JSON object per line, for agents to learn from.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Appends a game to the file, which is made if it is not there.
pub fn append(file: &Path, line: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot record the game in {}", file.display());
    let mut out = OpenOptions::new().append(true).create(true).open(file).with_context(cannot)?;
    // One write, so that a reader never sees half a line.
    out.write_all(format!("{line}\n").as_bytes()).with_context(cannot)
}
