//! The folder of a run, which alone tells what happened.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tetreach_agents::whole_file::write_whole;
use thiserror::Error;

use super::checkpoint::{CheckpointError, Checkpoints};
use crate::config::Resolved;
use crate::record::{Console, Jsonl, RecordError, Recorder, Sink, TensorBoard};

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

impl Facts {
    /// The facts of a run that begins now in this process.
    pub fn now(seed: u64) -> Self {
        Facts {
            version: env!("CARGO_PKG_VERSION").into(),
            git: git_hash(Path::new(env!("CARGO_MANIFEST_DIR"))),
            started: utc(seconds_since_1970()).map_or_else(String::new, |[y, mo, d, h, mi, s]| {
                format!("{y:04}-{mo:02}-{d:02}T{h:02}:{mi:02}:{s:02}Z")
            }),
            seed,
            command: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
        }
    }

    /// The command line as a shell would take it.
    pub fn command_line(&self) -> String {
        self.command.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ")
    }
}

/// Why a run folder cannot be used.
#[derive(Debug, Error)]
pub enum RunFolderError {
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
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
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

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RunFolderError {
    move |source| RunFolderError::Io { action, path: path.into(), source }
}

/// A run folder that this process alone writes to.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    // Unlocked by the system when the process ends, however it ends.
    _lock: File,
}

impl RunFolder {
    /// Makes `<root>/<config>__<seed>__<time>/` with config, command and facts in it.
    pub fn create(root: &Path, resolved: &Resolved, facts: &Facts) -> Result<Self, RunFolderError> {
        fs::create_dir_all(root).map_err(failed("create", root))?;
        let time = utc(seconds_since_1970()).unwrap_or_default();
        let [year, month, day, hour, minute, second] = time;
        let name = format!(
            "{}__{}__{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}",
            resolved.name(),
            facts.seed
        );
        let path = new_folder(root, &name)?;
        for part in [EVENTS, CHECKPOINTS, EVALUATIONS] {
            let path = path.join(part);
            fs::create_dir(&path).map_err(failed("create", &path))?;
        }
        let folder = Self::lock(path)?;
        folder.write(CONFIG, resolved.to_toml().as_bytes())?;
        folder.write(COMMAND, format!("{}\n", facts.command_line()).as_bytes())?;
        let facts =
            serde_json::to_vec_pretty(facts).map_err(|error| failed("write", &folder.path)(error.into()))?;
        folder.write(FACTS, &facts)?;
        Ok(folder)
    }

    /// Takes over the folder of a run that stopped.
    pub fn resume(path: &Path) -> Result<Self, RunFolderError> {
        for missing in [CONFIG, FACTS] {
            if !path.join(missing).is_file() {
                return Err(RunFolderError::NotARun { path: path.into(), missing });
            }
        }
        Self::lock(path.into())
    }

    /// Keeps the settings and the command with which a run goes on; the commands before stay.
    pub fn note_resume(&self, resolved: &Resolved, facts: &Facts) -> Result<(), RunFolderError> {
        let path = self.path.join(COMMAND);
        let commands = fs::read_to_string(&path).map_err(failed("read", &path))?;
        self.write(CONFIG, resolved.to_toml().as_bytes())?;
        self.write(COMMAND, format!("{commands}{}\n", facts.command_line()).as_bytes()).map(drop)
    }

    fn lock(path: PathBuf) -> Result<Self, RunFolderError> {
        let file = path.join(LOCK);
        let lock = File::options().create(true).append(true).open(&file).map_err(failed("open", &file))?;
        match lock.try_lock() {
            Ok(()) => Ok(RunFolder { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(RunFolderError::Busy { path }),
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
    pub fn checkpoints(&self) -> Result<Checkpoints, RunFolderError> {
        Ok(Checkpoints::open(&self.path.join(CHECKPOINTS))?)
    }

    /// A recorder for a new run: TensorBoard, JSON lines and stderr, with a line every 10 seconds off terminals.
    pub fn recorder(&self) -> Result<Recorder, RunFolderError> {
        let numbers = Jsonl::create(&self.path.join(METRICS))?;
        let events = TensorBoard::create(&self.path.join(EVENTS))?;
        Ok(Recorder::new(sinks(numbers, events), 0.0))
    }

    /// A recorder that goes on after a checkpoint, taken at this step and after so many seconds of the run.
    pub fn resume_recorder(&self, step: u64, seconds: f64) -> Result<Recorder, RunFolderError> {
        let numbers = Jsonl::resume(&self.path.join(METRICS), step)?;
        let events = TensorBoard::resume(&self.path.join(EVENTS), step)?;
        Ok(Recorder::new(sinks(numbers, events), seconds))
    }

    /// Writes the table of an evaluation, for example `step-1000.json`.
    pub fn write_evaluation(&self, name: &str, table: &[u8]) -> Result<PathBuf, RunFolderError> {
        self.write(&format!("{EVALUATIONS}/{name}"), table)
    }

    /// Writes a file, whole or not at all.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, RunFolderError> {
        let path = self.path.join(name);
        write_whole(&path, bytes).map_err(failed("write", &path))?;
        Ok(path)
    }
}

fn sinks(numbers: Jsonl, events: TensorBoard) -> Vec<Box<dyn Sink>> {
    vec![Box::new(numbers), Box::new(events), Box::new(Console::stderr(10.0))]
}

/// Reads the facts of a run.
pub fn read_facts(run: &Path) -> Result<Facts, RunFolderError> {
    let path = run.join(FACTS);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RunFolderError::NotARun { path: run.into(), missing: FACTS });
        }
        Err(error) => return Err(failed("read", &path)(error)),
    };
    serde_json::from_slice(&bytes)
        .map_err(|error| RunFolderError::Damaged { path, reason: error.to_string() })
}

/// A folder that did not exist: two runs may begin in the same second.
fn new_folder(root: &Path, name: &str) -> Result<PathBuf, RunFolderError> {
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

/// The commit of a repository, if this is one and git is there.
fn git_hash(repository: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(repository).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let hash = git(&["rev-parse", "HEAD"])?;
    let is_changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|list| !list.is_empty());
    Some(if is_changed { format!("{hash}-dirty") } else { hash })
}

/// An argument as a shell takes it for one.
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        argument.to_string()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Year, month, day, hour, minute and second in UTC; `None` beyond the year 9999.
fn utc(seconds: u64) -> Option<[u64; 6]> {
    let mut day = seconds / 86_400;
    let mut year = 1970;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
        if year > 9999 {
            return None;
        }
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    Some([year, month, day + 1, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(utc(0), Some([1970, 1, 1, 0, 0, 0]));
        assert_eq!(utc(951_782_400), Some([2000, 2, 29, 0, 0, 0]));
        assert_eq!(utc(1_700_000_000), Some([2023, 11, 14, 22, 13, 20]));
        assert_eq!(utc(1_735_689_599), Some([2024, 12, 31, 23, 59, 59]));
        assert_eq!(utc(u64::MAX), None);
    }

    #[test]
    fn arguments_are_quoted_where_a_shell_would_split_them() {
        let facts = Facts {
            version: String::new(),
            git: None,
            started: String::new(),
            seed: 0,
            command: ["tetreach", "--set", "run.name=it's me", ""].map(String::from).to_vec(),
        };
        assert_eq!(facts.command_line(), r"tetreach --set 'run.name=it'\''s me' ''");
    }
}
