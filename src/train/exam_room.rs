//! Examinations beside the learning, in a thread of their own or at once.

use std::sync::atomic::{AtomicBool, Ordering};
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

/// What the examiner makes of a paper.
type Marked = Result<Exam, TrainError>;

/// The examiner and what joins it to the learner; one examination at a time.
#[derive(Debug)]
pub struct ExamRoom<J> {
    examiner: Mutex<Examiner<J>>,
    papers: (Sender<Paper>, Receiver<Paper>),
    results: (Sender<Marked>, Receiver<Marked>),
    pending: Mutex<Option<u64>>,
    is_stopped: AtomicBool,
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
        let is_stopped = || self.is_stopped.load(Ordering::Relaxed);
        let exam = guarded("the evaluator", || self.examiner().examine(step, &weights, is_stopped));
        let Some(exam) = exam.transpose() else { return false };
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

    /// Sends the thread home; what it is judging is left at the next suite.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use tetreach_agents::evaluate::{Greedy, Policy};
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator, HashEvaluator};

    use super::*;
    use crate::game::{Board, Size};
    use crate::reach::{ReachSettings, ReachTask};
    use crate::train::examination::ExamSuite;

    /// Judges at random until it gets weights that start with a number below 0.
    struct Moody {
        inner: HashEvaluator<ReachTask>,
        mood: f32,
    }

    impl Evaluator for Moody {
        type State = Board;
        type Goal = Board;

        fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
            assert!(self.mood > -2.0, "in no mood at all");
            if self.mood < 0.0 {
                return Err(EvaluateError { reason: "in no mood".into() });
            }
            self.inner.evaluate(pairs, out)
        }
    }

    impl Judge for Moody {
        fn follow(&mut self, weights: &[f32]) {
            self.mood = weights[0];
        }
    }

    fn room(has_thread: bool) -> ExamRoom<Moody> {
        let task = ReachTask::new(ReachSettings::default());
        let target = Board::from_rows(Size::STANDARD, [0b1111]);
        let suite =
            ExamSuite { name: "one".into(), targets: vec![target; 3], labels: vec![String::new(); 3] };
        let player =
            Policy::new(task, Moody { inner: HashEvaluator { task, seed: 0 }, mood: 0.0 }, Greedy::Q);
        ExamRoom::new(Examiner::new(player, task, vec![suite], 2), has_thread)
    }

    fn answer(room: &ExamRoom<Moody>, step: u64, mood: f32) -> Result<Exam, TrainError> {
        room.hand_in(step, [mood].into());
        assert_eq!(room.pending(), Some(step));
        let result = room.result(Duration::from_secs(60)).expect("an answer within a minute");
        assert_eq!(room.pending(), None);
        result
    }

    #[test]
    fn papers_come_back_judged_and_failures_with_their_message() {
        for has_thread in [false, true] {
            for (mood, expected) in
                [(-1.0, "in no mood"), (-3.0, "the evaluator failed inside: in no mood at all")]
            {
                let room = room(has_thread);
                std::thread::scope(|scope| {
                    room.start(scope, || ()).unwrap();
                    let exam = answer(&room, 7, 1.0).unwrap();
                    assert_eq!((exam.step, exam.scores[0].targets, exam.pictures.len()), (7, 3, 1));
                    let message = answer(&room, 8, mood).unwrap_err().to_string();
                    assert!(message.contains(expected), "{message}");
                    room.stop();
                });
            }
        }
    }
}
