//! Where the numbers of a run go: JSON lines, TensorBoard, and whoever else observes it.

use crate::record::{Jsonl, RecordError, Recorder, Sink, TensorBoard};
use crate::store::run_dir::{EVENTS, METRICS, RunDir};

/// A recorder for a new run.
pub fn begin(folder: &RunDir, observers: Vec<Box<dyn Sink>>) -> Result<Recorder, RecordError> {
    let numbers = Jsonl::create(&folder.path().join(METRICS))?;
    let events = TensorBoard::create(&folder.path().join(EVENTS))?;
    Ok(Recorder::new(sinks(numbers, events, observers), 0.0))
}

/// A recorder that continues after a checkpoint, taken at gradient step `step` and after `seconds` of the run.
pub fn resume(
    folder: &RunDir,
    step: u64,
    seconds: f64,
    observers: Vec<Box<dyn Sink>>,
) -> Result<Recorder, RecordError> {
    let numbers = Jsonl::resume(&folder.path().join(METRICS), step)?;
    let events = TensorBoard::resume(&folder.path().join(EVENTS), step)?;
    Ok(Recorder::new(sinks(numbers, events, observers), seconds))
}

fn sinks(numbers: Jsonl, events: TensorBoard, observers: Vec<Box<dyn Sink>>) -> Vec<Box<dyn Sink>> {
    let mut sinks: Vec<Box<dyn Sink>> = vec![Box::new(numbers), Box::new(events)];
    sinks.extend(observers);
    sinks
}
