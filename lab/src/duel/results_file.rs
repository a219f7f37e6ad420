//! The file of finished attempts: one JSON object per line, so that a duel that was stopped continues where it was.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tetreach_agents::file::FileError;

use super::attempt::{AttemptKey, KeyedAttempt};

/// Why finished attempts cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum ResultsFileError {
    /// The file cannot be opened, read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line does not hold an attempt.
    #[error(
        "{}, line {line}: expected a run of a duel as JSON: {source}; remove the line, or use another folder",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
}

/// Finished attempts, in memory and on disk.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
    attempts: HashMap<String, KeyedAttempt>,
}

impl ResultsFile {
    /// Opens the file and reads what is there; a last line that was cut short is dropped.
    pub fn open(path: &Path) -> Result<Self, ResultsFileError> {
        let fault = |action| FileError::new(action, path);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(fault("open"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(fault("read"))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut attempts = HashMap::new();
        for (index, line) in text[..whole].lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let attempt: KeyedAttempt = serde_json::from_str(line)
                .map_err(|source| ResultsFileError::Damaged { path: path.into(), line: index + 1, source })?;
            attempts.insert(attempt.key.line(), attempt);
        }
        let at_end = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        at_end.map_err(fault("write"))?;
        Ok(Self { path: path.into(), file, attempts })
    }

    /// The attempt with this key, if it is finished.
    pub fn get(&self, key: &AttemptKey) -> Option<&KeyedAttempt> {
        self.attempts.get(&key.line())
    }

    /// Keeps an attempt, on disk at once.
    pub fn add(&mut self, attempt: KeyedAttempt) -> Result<(), ResultsFileError> {
        let line = serde_json::to_string(&attempt).map_err(std::io::Error::from);
        // One write per line, so that only the last one can ever be cut short.
        let written = line.and_then(|line| self.file.write_all((line + "\n").as_bytes()));
        written.map_err(FileError::new("write", &self.path))?;
        self.attempts.insert(attempt.key.line(), attempt);
        Ok(())
    }
}
