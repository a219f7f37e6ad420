//! Examinations beside the learning, in a thread of their own or at once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::error::TrainError;
use super::examiner::{Exam, Examiner};
use super::guarded::guarded;
use super::judge::Judge;

/// What is to be judged: gradient steps and weights; nothing sends the examiner home.
type Paper = Option<(u64, Arc<[f32]>)>;

/// The examiner and what joins it to the learner; one examination at a time.
#[derive(Debug)]
pub struct ExamRoom<J> {
    examiner: Mutex<Examiner<J>>,
    papers: (Sender<Paper>, Receiver<Paper>),
    results: (Sender<Result<Exam, TrainError>>, Receiver<Result<Exam, TrainError>>),
    pending: Mutex<Option<u64>>,
    has_thread: bool,
}

impl<J: Judge> ExamRoom<J> {
    /// An examiner that works in a thread once it is started, or else at once.
    pub fn new(examiner: Examiner<J>, has_thread: bool) -> Self {
        ExamRoom {
            examiner: Mutex::new(examiner),
            papers: unbounded(),
            results: unbounded(),
            pending: Mutex::new(None),
            has_thread,
        }
    }

    /// Starts the thread, if there is one; `prepare` runs first in it.
    pub fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        prepare: impl Fn() + Send + 'scope,
    ) -> std::io::Result<()>
    where
        J: 'scope,
    {
        if self.has_thread {
            let judge = move || {
                prepare();
                while self.turn() {}
            };
            std::thread::Builder::new().name("evaluator".into()).spawn_scoped(scope, judge)?;
        }
        Ok(())
    }

    /// Judges one paper; whether there will be another.
    fn turn(&self) -> bool {
        let Ok(Some((step, weights))) = self.papers.1.recv() else { return false };
        let exam = guarded("the evaluator", || self.examiner().examine(step, &weights));
        let goes_on = exam.is_ok();
        // The receiver lives as long as the room.
        drop(self.results.0.send(exam));
        goes_on
    }

    /// Hands in weights; the result of the paper before must have been taken.
    pub fn hand_in(&self, step: u64, weights: Arc<[f32]>) {
        *self.lock_pending() = Some(step);
        drop(self.papers.0.send(Some((step, weights))));
        if !self.has_thread {
            self.turn();
        }
    }

    /// The gradient step whose result is still to come or to be taken.
    pub fn pending(&self) -> Option<u64> {
        *self.lock_pending()
    }

    /// The result, if it is there within the time given.
    pub fn result(&self, patience: Duration) -> Option<Result<Exam, TrainError>> {
        let result = self.results.1.recv_timeout(patience).ok()?;
        *self.lock_pending() = None;
        Some(result)
    }

    /// Sends the thread home once it is done with what it does.
    pub fn stop(&self) {
        drop(self.papers.0.send(None));
    }

    /// The examiner, for other work than papers.
    pub fn examiner(&self) -> MutexGuard<'_, Examiner<J>> {
        self.examiner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_pending(&self) -> MutexGuard<'_, Option<u64>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
