//! `GET /api/runs` and `GET /api/runs/{name}/{offset}`: training runs and their numbers.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};
use tetreach_agents::store::run_dir::METRICS;

use super::Shared;
use super::refusal::Refusal;

/// Most bytes of a file that one answer is made from.
const MOST_BYTES: u64 = 1 << 20;
/// Most runs that are listed.
const MOST_RUNS: usize = 500;

/// The folder of the runs.
#[derive(Debug)]
pub struct Runs(PathBuf);

/// Numbers of a run from some place of its file on.
#[derive(Debug, Serialize)]
pub struct Numbers {
    /// One object per line, numbers only.
    lines: Vec<Map<String, Value>>,
    /// Where to go on.
    offset: u64,
    /// Whether there is more already.
    more: bool,
}

impl Runs {
    /// The runs in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The names of the folders that hold numbers, the newest first.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut runs: Vec<_> = entries
            .filter_map(|entry| {
                let changed = fs::metadata(entry.path().join(METRICS)).ok()?.modified().ok()?;
                Some((changed, entry.file_name().into_string().ok()?))
            })
            .collect();
        runs.sort_by(|a, b| b.cmp(a));
        runs.into_iter().map(|(_, name)| name).take(MOST_RUNS).collect()
    }

    /// The folder of a run that is listed.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Refusal> {
        // The request's name is compared with those that are there; it never becomes a path.
        let listed = self.names().into_iter().find(|listed| listed == name);
        listed
            .map(|listed| self.0.join(listed))
            .ok_or_else(|| Refusal::missing("there is no run of this name"))
    }

    /// The numbers of a run that is listed.
    fn read(&self, name: &str, offset: u64) -> Result<Numbers, Refusal> {
        let unread = |error: std::io::Error| {
            Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the numbers cannot be read: {error}"))
        };
        let mut file = File::open(self.folder(name)?.join(METRICS)).map_err(unread)?;
        let length = file.metadata().map_err(unread)?.len();
        // A run that was restarted is shorter than what was read of it before.
        let from = if offset <= length { offset } else { 0 };
        file.seek(SeekFrom::Start(from)).map_err(unread)?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unread)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        // A line longer than an answer is skipped, or reading would never get past it.
        let read = if whole == 0 && bytes.len() as u64 == MOST_BYTES { bytes.len() } else { whole };
        let lines = bytes[..whole].split(|byte| *byte == b'\n').filter_map(numbers).collect();
        let offset = from + read as u64;
        Ok(Numbers { lines, offset, more: read > 0 && offset < length })
    }
}

/// The numbers of a line.
fn numbers(line: &[u8]) -> Option<Map<String, Value>> {
    let mut entries: Map<String, Value> = serde_json::from_slice(line).ok()?;
    entries.retain(|_, value| value.is_number());
    Some(entries)
}

/// The names of all runs.
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<String>> {
    Json(shared.runs.names())
}

/// The numbers of a run from a place of its file on.
pub async fn numbers_of(
    State(shared): State<Arc<Shared>>,
    Path((name, offset)): Path<(String, u64)>,
) -> Result<Json<Numbers>, Refusal> {
    let read = tokio::task::spawn_blocking(move || shared.runs.read(&name, offset));
    let failed = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the numbers cannot be read");
    read.await.map_err(failed)?.map(Json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn numbers_are_read_as_they_are_written_and_only_of_listed_runs() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("one")).unwrap();
        let path = folder.path().join("one").join(METRICS);
        let mut file = File::create(&path).unwrap();
        file.write_all(b"{\"step\":1,\"seconds\":0.5,\"loss\":2.5,\"note\":\"x\"}\n{\"step\":2,\"sec")
            .unwrap();
        let runs = Runs::new(folder.path().into());
        assert_eq!(runs.names(), ["one"]);
        let first = runs.read("one", 0).unwrap();
        assert_eq!(first.lines.len(), 1);
        assert_eq!(first.lines[0].keys().collect::<Vec<_>>(), ["step", "seconds", "loss"]);
        assert_eq!(runs.read("one", first.offset).unwrap().lines.len(), 0, "half a line is left for later");
        file.write_all(b"onds\":1}\n").unwrap();
        let second = runs.read("one", first.offset).unwrap();
        assert_eq!((second.lines.len(), second.more), (1, false));
        assert_eq!(
            runs.read("one", 1 << 40).unwrap().lines.len(),
            2,
            "a restarted run is read from its beginning"
        );
        for name in ["two", "../one", "one/../one", ".", ""] {
            assert_eq!(runs.read(name, 0).unwrap_err().status.as_u16(), 404, "{name}");
        }
    }
}
