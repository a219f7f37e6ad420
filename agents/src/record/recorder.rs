//! One place to hand numbers to, whatever reads them.

use std::fmt;
use std::time::Instant;

use super::error::RecordError;
use super::histogram::Histogram;
use super::hyperparameter::Hyperparameter;
use super::picture::Picture;
use super::tag::{Tag, TagKind};

/// What happened at a step.
#[derive(Clone, Copy, Debug)]
pub struct StepRecord<'a> {
    /// Gradient steps since the start of the run.
    pub step: u64,
    /// Seconds since the start of the run, pauses between stop and resume not counted.
    pub seconds: f64,
    /// The thing itself.
    pub content: Content<'a>,
}

/// The kinds of things that are recorded.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Numbers of one step.
    Scalars(&'a [(Tag, f64)]),
    /// A distribution.
    Histogram(&'a Tag, &'a Histogram),
    /// A picture.
    Picture(&'a Tag, &'a Picture),
    /// Markdown.
    Text(&'a Tag, &'a str),
    /// The settings of the run and the tags of its final scores.
    Settings(&'a [(String, Hyperparameter)], &'a [Tag]),
    /// How far the run is, for whoever watches it.
    Progress(RunProgress),
    /// The end of the run with its final scores.
    End(Ending, &'a [(Tag, f64)]),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunProgress {
    /// The share of the budget that is used up, 0 to 1.
    pub done: f64,
    /// Environment steps since the start of the run.
    pub environment_steps: u64,
    /// Gradient steps since the start of the run.
    pub gradient_steps: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The budget is used up.
    Finished,
    /// The user stopped it; it can be resumed.
    Stopped,
    /// An error ended it.
    Failed,
}

/// Writes records somewhere: to a file, to a terminal.
pub trait MetricWriter: Send + fmt::Debug {
    /// Takes note of a record, or leaves it if it is of no interest.
    fn write(&mut self, record: &StepRecord<'_>) -> Result<(), RecordError>;

    /// Hands everything noted so far to the system.
    fn flush(&mut self) -> Result<(), RecordError>;
}

/// Hands every record to all writers.
#[derive(Debug)]
pub struct Recorder {
    writers: Vec<Box<dyn MetricWriter>>,
    started: Instant,
    seconds_before: f64,
}

impl Recorder {
    /// A recorder for a run that has taken `seconds_before` seconds already, 0 for a new one.
    pub fn new(writers: Vec<Box<dyn MetricWriter>>, seconds_before: f64) -> Self {
        Recorder { writers, started: Instant::now(), seconds_before }
    }

    /// Seconds since the start of the run, to be kept in its checkpoint.
    pub fn seconds(&self) -> f64 {
        self.seconds_before + self.started.elapsed().as_secs_f64()
    }

    /// Records numbers of one step.
    pub fn scalars(&mut self, step: u64, values: &[(Tag, f64)]) -> Result<(), RecordError> {
        debug_assert!(values.iter().all(|(tag, _)| tag.kind() == TagKind::Scalar));
        if values.is_empty() { Ok(()) } else { self.record(step, Content::Scalars(values)) }
    }

    /// Records a distribution.
    pub fn histogram(&mut self, step: u64, tag: &Tag, histogram: &Histogram) -> Result<(), RecordError> {
        debug_assert_eq!(tag.kind(), TagKind::Histogram);
        self.record(step, Content::Histogram(tag, histogram))
    }

    /// Records a picture.
    pub fn picture(&mut self, step: u64, tag: &Tag, picture: &Picture) -> Result<(), RecordError> {
        debug_assert_eq!(tag.kind(), TagKind::Image);
        self.record(step, Content::Picture(tag, picture))
    }

    /// Records Markdown.
    pub fn text(&mut self, step: u64, tag: &Tag, markdown: &str) -> Result<(), RecordError> {
        debug_assert_eq!(tag.kind(), TagKind::Text);
        self.record(step, Content::Text(tag, markdown))
    }

    /// Records the settings of a new run, and under which tags [`Recorder::end`] will give its final scores.
    pub fn settings(
        &mut self,
        settings: &[(String, Hyperparameter)],
        scores: &[Tag],
    ) -> Result<(), RecordError> {
        self.record(0, Content::Settings(settings, scores))
    }

    /// Shows how far the run is; nothing is written to files.
    pub fn progress(&mut self, progress: RunProgress) -> Result<(), RecordError> {
        self.record(progress.gradient_steps, Content::Progress(progress))
    }

    /// Records the end with the final scores, and flushes.
    pub fn end(&mut self, step: u64, ending: Ending, scores: &[(Tag, f64)]) -> Result<(), RecordError> {
        let written = self.record(step, Content::End(ending, scores));
        written.and(self.flush())
    }

    /// Flushes every writer; called after each evaluation and before each checkpoint.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.all(|writer| writer.flush())
    }

    fn record(&mut self, step: u64, content: Content<'_>) -> Result<(), RecordError> {
        let record = StepRecord { step, seconds: self.seconds(), content };
        self.all(|writer| writer.write(&record))
    }

    /// One writer's failure does not keep the others from their work; the first failure is told.
    fn all(
        &mut self,
        mut act: impl FnMut(&mut dyn MetricWriter) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let results: Vec<_> = self.writers.iter_mut().map(|writer| act(writer.as_mut())).collect();
        results.into_iter().collect()
    }
}
