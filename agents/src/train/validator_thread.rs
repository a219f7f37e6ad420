//! Validation beside the learning, in its own thread or at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};

use super::error::catch_panic;
use super::{TrainError, Validation, Validator};

/// What is to be judged: gradient steps and weights; `None` ends the thread.
type Request = Option<(u64, Arc<[f32]>)>;

/// What the validator makes of a request.
type Judged = Result<Validation, TrainError>;

/// A validation with the weights that were judged.
pub type ValidatedWeights = (Validation, Arc<[f32]>);

/// The validator and what joins it to the learner; one validation at a time.
#[derive(Debug)]
pub struct ValidatorThread<S, G> {
    validator: Mutex<Validator<S, G>>,
    requests: (Sender<Request>, Receiver<Request>),
    results: (Sender<Judged>, Receiver<Judged>),
    pending: Mutex<Option<(u64, Arc<[f32]>)>>,
    is_stopped: AtomicBool,
    has_thread: bool,
}

impl<S, G> ValidatorThread<S, G> {
    /// A validator that works in a thread once it is started, or else at once.
    pub fn new(validator: Validator<S, G>, has_thread: bool) -> Self {
        ValidatorThread {
            validator: Mutex::new(validator),
            requests: unbounded(),
            results: unbounded(),
            pending: Mutex::new(None),
            is_stopped: AtomicBool::new(false),
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
        S: 'scope,
        G: 'scope,
    {
        if self.has_thread {
            let run = move || {
                prepare();
                while self.serve() {}
            };
            std::thread::Builder::new().name("validator".into()).spawn_scoped(scope, run)?;
        }
        Ok(())
    }

    /// Serves one request; whether there will be another.
    fn serve(&self) -> bool {
        let Ok(Some((step, weights))) = self.requests.1.recv() else { return false };
        let is_stopped = || self.is_stopped.load(Ordering::Relaxed);
        let validation = catch_panic("the validator", || {
            let mut validator = self.validator.lock().unwrap_or_else(PoisonError::into_inner);
            validator.validate(step, &weights, is_stopped)
        });
        let Some(validation) = validation.transpose() else { return false };
        let has_next = validation.is_ok();
        // The receiver lives as long as this.
        drop(self.results.0.send(validation));
        has_next
    }

    /// Has weights judged; the result of the request before must have been taken.
    pub fn request(&self, step: u64, weights: Arc<[f32]>) {
        *self.lock_pending() = Some((step, weights.clone()));
        drop(self.requests.0.send(Some((step, weights))));
        if !self.has_thread {
            self.serve();
        }
    }

    /// The gradient step whose result is still to come or to be taken.
    pub fn pending(&self) -> Option<u64> {
        self.lock_pending().as_ref().map(|(step, _)| *step)
    }

    /// The result with the weights that were judged, if it is there within `timeout`.
    pub fn result(&self, timeout: Duration) -> Option<Result<ValidatedWeights, TrainError>> {
        let result = self.results.1.recv_timeout(timeout).ok()?;
        let (_, weights) = self.lock_pending().take()?;
        Some(result.map(|validation| (validation, weights)))
    }

    /// Ends the thread; what it is judging is left at the next suite.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        drop(self.requests.0.send(None));
    }

    fn lock_pending(&self) -> MutexGuard<'_, Option<(u64, Arc<[f32]>)>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::{BoxedEvaluator, TrainedEvaluator};
    use super::super::{SuiteRun, ValidationSuite};
    use super::*;
    use crate::evaluate::{EvaluateError, Evaluations, Evaluator};
    use crate::store::SuiteScore;

    /// Answers nothing until it gets weights that start with a number below 0.
    #[derive(Debug)]
    struct Moody {
        mood: f32,
    }

    impl Evaluator for Moody {
        type State = u16;
        type Goal = u16;

        fn evaluate(&mut self, _pairs: &[(u16, u16)], _out: &mut Evaluations) -> Result<(), EvaluateError> {
            assert!(self.mood > -2.0, "in no mood at all");
            if self.mood < 0.0 { Err(EvaluateError { reason: "in no mood".into() }) } else { Ok(()) }
        }
    }

    impl TrainedEvaluator for Moody {
        fn load_weights(&mut self, weights: &[f32]) {
            self.mood = weights[0];
        }
    }

    #[derive(Debug)]
    struct Three;

    impl ValidationSuite<u16, u16> for Three {
        fn name(&self) -> &str {
            "three"
        }

        fn run(&self, evaluator: &mut BoxedEvaluator<u16, u16>) -> Result<SuiteRun, TrainError> {
            evaluator.evaluate(&[], &mut Evaluations::default())?;
            let score = SuiteScore::new("three", [(1, true), (2, false), (3, true)]);
            Ok(SuiteRun { score, picture: None, example: None })
        }
    }

    fn answer(
        thread: &ValidatorThread<u16, u16>,
        step: u64,
        mood: f32,
    ) -> Result<ValidatedWeights, TrainError> {
        thread.request(step, [mood].into());
        assert_eq!(thread.pending(), Some(step));
        let result = thread.result(Duration::from_secs(60)).expect("an answer within a minute");
        assert_eq!(thread.pending(), None);
        result
    }

    #[test]
    fn requests_come_back_judged_and_failures_with_their_message() {
        for has_thread in [false, true] {
            for (mood, expected) in
                [(-1.0, "in no mood"), (-3.0, "the validator failed inside: in no mood at all")]
            {
                let validator = Validator::new(Box::new(Moody { mood: 0.0 }), vec![Box::new(Three)]);
                let thread = ValidatorThread::new(validator, has_thread);
                std::thread::scope(|scope| {
                    thread.start(scope, || ()).unwrap();
                    let (validation, weights) = answer(&thread, 7, 1.0).unwrap();
                    assert_eq!((validation.step, validation.scores[0].targets, weights[0]), (7, 3, 1.0));
                    let message = answer(&thread, 8, mood).unwrap_err().to_string();
                    assert!(message.contains(expected), "{message}");
                    thread.stop();
                });
            }
        }
    }
}
