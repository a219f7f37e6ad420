//! Results on standard output, and files that are never half written.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use tetreach_agents::file::write_atomically;

/// Prints a result; a reader that has seen enough and closed the pipe is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Whether results may be coloured: on a terminal, unless `NO_COLOR` is set.
pub fn is_coloured() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes a file so that it is there whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_atomically(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Appends to a file, which is made if it is not there; in one write, so that a reader never sees half a game.
pub fn append_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut out = OpenOptions::new().append(true).create(true).open(path).with_context(cannot)?;
    out.write_all(bytes).with_context(cannot)
}
