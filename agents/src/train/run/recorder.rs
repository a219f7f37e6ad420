//! Where the numbers of a run go: JSON lines, TensorBoard, and whoever else observes it.

use crate::record::{Jsonl, MetricWriter, RecordError, Recorder, TensorBoard};
use crate::store::run_dir::{EVENTS, METRICS, RunDir};

/// A recorder for a new run.
pub fn begin(folder: &RunDir, writers: Vec<Box<dyn MetricWriter>>) -> Result<Recorder, RecordError> {
    let numbers = Jsonl::create(&folder.path().join(METRICS))?;
    let events = TensorBoard::create(&folder.path().join(EVENTS))?;
    Ok(Recorder::new(all(numbers, events, writers), 0.0))
}

/// A recorder that continues after a checkpoint, taken at gradient step `step` and after `seconds` of the run.
pub fn resume(
    folder: &RunDir,
    step: u64,
    seconds: f64,
    writers: Vec<Box<dyn MetricWriter>>,
) -> Result<Recorder, RecordError> {
    let numbers = Jsonl::resume(&folder.path().join(METRICS), step)?;
    let events = TensorBoard::resume(&folder.path().join(EVENTS), step)?;
    Ok(Recorder::new(all(numbers, events, writers), seconds))
}

fn all(
    numbers: Jsonl,
    events: TensorBoard,
    others: Vec<Box<dyn MetricWriter>>,
) -> Vec<Box<dyn MetricWriter>> {
    let mut writers: Vec<Box<dyn MetricWriter>> = vec![Box::new(numbers), Box::new(events)];
    writers.extend(others);
    writers
}
