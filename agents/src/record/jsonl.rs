//! `metrics.jsonl`: one JSON object a line, the source of truth of a run.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::file::write_atomically;
use serde_json::{Map, Value, json};

use super::error::RecordError;
use super::hyperparameter::Hyperparameter;
use super::recorder::{Content, Ending, MetricWriter, StepRecord};
use super::tag::Tag;

/// Appends records to a file, each at once.
#[derive(Debug)]
pub struct Jsonl {
    path: PathBuf,
    file: File,
}

impl Jsonl {
    /// A new file; one that exists is an error.
    pub fn create(path: &Path) -> Result<Self, RecordError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        Ok(Jsonl { path: path.into(), file: file.map_err(RecordError::io("create", path))? })
    }

    /// Goes on with a file after the checkpoint of a step: later lines, and a last line cut short, are dropped.
    pub fn resume(path: &Path, step: u64) -> Result<Self, RecordError> {
        if path.exists() {
            keep_up_to(path, step)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path);
        Ok(Jsonl { path: path.into(), file: file.map_err(RecordError::io("open", path))? })
    }
}

impl MetricWriter for Jsonl {
    fn write(&mut self, record: &StepRecord<'_>) -> Result<(), RecordError> {
        let Some(entries) = entries(&record.content) else { return Ok(()) };
        let mut line = Map::new();
        line.insert("step".into(), record.step.into());
        // Milliseconds are enough, and short.
        line.insert("seconds".into(), number((record.seconds * 1e3).round() / 1e3));
        line.extend(entries);
        let mut text = Value::Object(line).to_string();
        text.push('\n');
        // One write a line, so that a reader never sees half of one.
        self.file.write_all(text.as_bytes()).map_err(RecordError::io("write", &self.path))
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        self.file.sync_data().map_err(RecordError::io("write", &self.path))
    }
}

fn entries(content: &Content<'_>) -> Option<Map<String, Value>> {
    let mut entries = Map::new();
    match *content {
        Content::Scalars(values) => insert_all(&mut entries, values),
        Content::Histogram(tag, histogram) => {
            // Sums of finite numbers may overflow, so they are written like any other number.
            entries.insert(
                tag.name().into(),
                json!({
                    "min": histogram.min, "max": histogram.max,
                    "sum": number(histogram.sum), "sum_squares": number(histogram.sum_squares),
                    "not_finite": histogram.not_finite,
                    "limits": histogram.limits, "counts": histogram.counts,
                }),
            );
        }
        Content::Text(tag, text) => {
            entries.insert(tag.name().into(), text.into());
        }
        Content::Settings(settings, _) => {
            let settings = settings.iter().map(|(path, setting)| {
                let value = match setting {
                    Hyperparameter::Number(value) => number(*value),
                    Hyperparameter::Flag(flag) => (*flag).into(),
                    Hyperparameter::Text(text) => text.as_str().into(),
                };
                (path.clone(), value)
            });
            entries.insert("settings".into(), Value::Object(settings.collect()));
        }
        Content::End(ending, scores) => {
            let ending = match ending {
                Ending::Finished => "finished",
                Ending::Stopped => "stopped",
                Ending::Failed => "failed",
            };
            entries.insert("end".into(), ending.into());
            insert_all(&mut entries, scores);
        }
        Content::Picture(..) | Content::Progress(_) => return None,
    }
    Some(entries)
}

fn insert_all(entries: &mut Map<String, Value>, values: &[(Tag, f64)]) {
    entries.extend(values.iter().map(|(tag, value)| (tag.name().to_string(), number(*value))));
}

/// JSON has no infinities and no NaN: they become strings that every language's parser of floats takes.
fn number(value: f64) -> Value {
    match serde_json::Number::from_f64(value) {
        Some(number) => Value::Number(number),
        None if value.is_nan() => "NaN".into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

/// One line of metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricLine {
    /// Gradient steps since the start of the run.
    pub step: u64,
    /// Seconds since the start of the run.
    pub seconds: f64,
    /// Everything else.
    pub entries: Map<String, Value>,
}

impl MetricLine {
    /// The number under a tag, if the line has one.
    pub fn scalar(&self, tag: &str) -> Option<f64> {
        match self.entries.get(tag)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) if matches!(text.as_str(), "NaN" | "Infinity" | "-Infinity") => {
                text.parse().ok()
            }
            _ => None,
        }
    }
}

/// Reads metrics; a last line that was cut short by a crash is left out.
pub fn read_metrics(path: &Path) -> Result<Vec<MetricLine>, RecordError> {
    let mut lines = Vec::new();
    each_line(path, |_, line| {
        lines.push(line);
        Ok(())
    })?;
    Ok(lines)
}

/// Calls back with the text, newline included, and the meaning of every whole line.
fn each_line(
    path: &Path,
    mut act: impl FnMut(&str, MetricLine) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let file = File::open(path).map_err(RecordError::io("read", path))?;
    let mut reader = BufReader::new(file);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(RecordError::io("read", path))?;
        if length == 0 || bytes.last() != Some(&b'\n') {
            break;
        }
        let damaged = |reason: String| RecordError::Damaged { path: path.into(), line, reason };
        let text = std::str::from_utf8(&bytes).map_err(|error| damaged(error.to_string()))?;
        let mut entries: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
        let step = entries.shift_remove("step").and_then(|step| step.as_u64());
        let seconds = entries.shift_remove("seconds").and_then(|seconds| seconds.as_f64());
        let (Some(step), Some(seconds)) = (step, seconds) else {
            return Err(damaged("`step` and `seconds` are missing".into()));
        };
        act(text, MetricLine { step, seconds, entries })?;
    }
    Ok(())
}

fn keep_up_to(path: &Path, step: u64) -> Result<(), RecordError> {
    let mut kept = String::new();
    each_line(path, |text, line| {
        // The end of the stopped run is no end any more.
        if line.step <= step && !line.entries.contains_key("end") {
            kept.push_str(text);
        }
        Ok(())
    })?;
    write_atomically(path, kept.as_bytes()).map_err(RecordError::io("replace", path))
}
