//! The folder of a run, which alone tells what happened.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::checkpoint::{CheckpointError, Checkpoints};
use crate::file::{FileError, write_atomically};
use crate::record::RecordError;

/// The resolved config.
pub const CONFIG: &str = "config.toml";
/// The command line.
pub const COMMAND: &str = "command.txt";
/// Facts about the run.
pub const FACTS: &str = "run.json";
/// The numbers.
pub const METRICS: &str = "metrics.jsonl";
/// The numbers for TensorBoard.
pub const EVENTS: &str = "events";
/// The checkpoints.
pub const CHECKPOINTS: &str = "checkpoints";
/// The tables of the evaluations.
pub const EVALUATIONS: &str = "evaluations";
/// Held by the process that trains.
const LOCK: &str = "run.lock";

/// Facts about a run, apart from its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, if it stands in its repository; `-dirty` if changed since.
    pub git: Option<String>,
    /// When the run began, in UTC.
    pub started: String,
    /// The seed.
    pub seed: u64,
    /// The arguments of the command line, the program first.
    pub command: Vec<String>,
}

/// What is known of the program that trains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildInfo {
    /// Its version.
    pub version: &'static str,
    /// The commit that it was built from, if that is known; `-dirty` if changed since.
    pub git: Option<&'static str>,
}

impl Facts {
    /// The facts of a run that begins now in this process.
    pub fn now(seed: u64, build: BuildInfo) -> Self {
        Facts {
            version: build.version.into(),
            git: build.git.map(Into::into),
            started: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            seed,
            command: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
        }
    }

    /// The command line as a shell would take it.
    pub fn command_line(&self) -> String {
        shell_words(&self.command)
    }
}

/// Why a run folder cannot be used.
#[derive(Debug, Error)]
pub enum RunDirError {
    /// It is not there, or is no run.
    #[error("{} is no run folder: it has no {missing}", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
        /// What a run has.
        missing: &'static str,
    },
    /// Another process trains in it.
    #[error("another process is training in {}", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file of it cannot be understood.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Its checkpoints cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Its numbers cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RunDirError {
    move |source| FileError::new(action, path)(source).into()
}

/// A run folder that this process alone writes to.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    // Unlocked by the system when the process ends, however it ends.
    _lock: File,
}

impl RunDir {
    /// Makes `<root>/<name>__<seed>__<time>/` with config, command and facts in it.
    pub fn create(root: &Path, name: &str, config: &str, facts: &Facts) -> Result<Self, RunDirError> {
        fs::create_dir_all(root).map_err(failed("create", root))?;
        let time = Timestamp::now().strftime("%Y%m%d-%H%M%S");
        let path = new_folder(root, &format!("{name}__{}__{time}", facts.seed))?;
        for part in [EVENTS, CHECKPOINTS, EVALUATIONS] {
            let path = path.join(part);
            fs::create_dir(&path).map_err(failed("create", &path))?;
        }
        let folder = Self::lock(path)?;
        folder.write(CONFIG, config.as_bytes())?;
        folder.write(COMMAND, format!("{}\n", facts.command_line()).as_bytes())?;
        let facts =
            serde_json::to_vec_pretty(facts).map_err(|error| failed("write", &folder.path)(error.into()))?;
        folder.write(FACTS, &facts)?;
        Ok(folder)
    }

    /// Takes over the folder of a run that stopped.
    pub fn resume(path: &Path) -> Result<Self, RunDirError> {
        for missing in [CONFIG, FACTS] {
            if !path.join(missing).is_file() {
                return Err(RunDirError::NotARun { path: path.into(), missing });
            }
        }
        Self::lock(path.into())
    }

    /// Keeps the settings and the command with which a run goes on; the commands before stay.
    pub fn note_resume(&self, config: &str, facts: &Facts) -> Result<(), RunDirError> {
        let path = self.path.join(COMMAND);
        let commands = fs::read_to_string(&path).map_err(failed("read", &path))?;
        self.write(CONFIG, config.as_bytes())?;
        self.write(COMMAND, format!("{commands}{}\n", facts.command_line()).as_bytes()).map(drop)
    }

    fn lock(path: PathBuf) -> Result<Self, RunDirError> {
        let file = path.join(LOCK);
        let lock = File::options().create(true).append(true).open(&file).map_err(failed("open", &file))?;
        match lock.try_lock() {
            Ok(()) => Ok(RunDir { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(RunDirError::Busy { path }),
            Err(TryLockError::Error(error)) => Err(failed("lock", &file)(error)),
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The config of the run, to be loaded again on resume.
    pub fn config(&self) -> PathBuf {
        self.path.join(CONFIG)
    }

    /// Its checkpoints.
    pub fn checkpoints(&self) -> Result<Checkpoints, RunDirError> {
        Ok(Checkpoints::open(&self.path.join(CHECKPOINTS))?)
    }

    /// Writes the table of an evaluation, for example `step-1000.json`.
    pub fn write_evaluation(&self, name: &str, table: &[u8]) -> Result<PathBuf, RunDirError> {
        self.write(&format!("{EVALUATIONS}/{name}"), table)
    }

    /// Writes a file, whole or not at all.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, RunDirError> {
        let path = self.path.join(name);
        write_atomically(&path, bytes).map_err(failed("write", &path))?;
        Ok(path)
    }
}

/// Reads the facts of a run.
pub fn read_facts(run: &Path) -> Result<Facts, RunDirError> {
    let path = run.join(FACTS);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RunDirError::NotARun { path: run.into(), missing: FACTS });
        }
        Err(error) => return Err(failed("read", &path)(error)),
    };
    serde_json::from_slice(&bytes).map_err(|error| RunDirError::Damaged { path, reason: error.to_string() })
}

/// A folder that did not exist: two runs may begin in the same second.
fn new_folder(root: &Path, name: &str) -> Result<PathBuf, RunDirError> {
    let mut path = root.join(name);
    for count in 2.. {
        match fs::create_dir(&path) {
            Ok(()) => break,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                path = root.join(format!("{name}-{count}"));
            }
            Err(error) => return Err(failed("create", &path)(error)),
        }
    }
    Ok(path)
}

/// Arguments as a shell takes them for one each.
pub fn shell_words<'a>(arguments: impl IntoIterator<Item = &'a String>) -> String {
    // The system passes no argument with a zero byte, and nothing else cannot be quoted.
    shlex::try_join(arguments.into_iter().map(String::as_str)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_where_a_shell_would_split_them() {
        let facts = Facts {
            version: String::new(),
            git: None,
            started: String::new(),
            seed: 0,
            command: ["tetreach", "--set", "run.name=it's me", ""].map(String::from).to_vec(),
        };
        let line = facts.command_line();
        assert!(line.starts_with("tetreach --set "), "{line}");
        assert_eq!(shlex::split(&line), Some(facts.command));
    }
}
