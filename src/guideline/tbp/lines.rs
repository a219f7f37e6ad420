//! Lines of a limited length.

use std::io::{self, BufRead, Read};

/// No message of the protocol is longer.
const LONGEST: u64 = 1 << 20;

/// The next line without its end, `None` at the end of the input; bytes that are no text are replaced.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 1 MiB"));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_string()))
}

/// The beginning of a line, to quote it.
pub(super) fn quoted(line: &str) -> String {
    let short: String = line.chars().take(80).collect();
    format!("{short:?}")
}
