//! All actors, in threads of their own or taking turns with the learner.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::error::TrainError;
use super::guarded::guarded;
use super::harvest::Harvest;
use super::judge::Judge;
use super::pace::Pace;
use super::worker::{Worker, WorkerState};

/// How long the learner waits for actors before it looks at the clock again.
const PATIENCE: Duration = Duration::from_millis(50);

/// The actors and what joins them to the learner.
///
/// A turn is the same work wherever it is done: an actor works under its lock and sends its harvest before it lets
/// go. So whoever holds all locks sees the actors at rest and every harvest on its way.
#[derive(Debug)]
pub struct Crew<J> {
    workers: Vec<Mutex<Worker<J>>>,
    pace: Pace,
    sender: Sender<Result<Harvest, TrainError>>,
    receiver: Receiver<Result<Harvest, TrainError>>,
    has_threads: bool,
}

impl<J: Judge> Crew<J> {
    /// Actors that work in threads once they are started, or else when the learner waits for them.
    pub fn new(workers: Vec<Worker<J>>, has_threads: bool) -> Self {
        let (sender, receiver) = unbounded();
        let workers = workers.into_iter().map(Mutex::new).collect();
        Crew { workers, pace: Pace::default(), sender, receiver, has_threads }
    }

    /// Goes on exactly where other actors were; `None` if those were others.
    pub fn restore(&mut self, states: Vec<WorkerState>, environment_steps: u64) -> Result<Option<()>, TrainError> {
        if states.len() != self.workers.len() {
            return Ok(None);
        }
        let mut collected = 0;
        for (worker, state) in self.workers.iter_mut().zip(states) {
            let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            if worker.restore(state)?.is_none() {
                return Ok(None);
            }
            collected += worker.collected();
        }
        self.pace = Pace::new(collected, environment_steps);
        Ok(Some(()))
    }

    /// Starts the threads, if there are any; `prepare` runs first in each of them.
    pub fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        prepare: impl Fn() + Copy + Send + 'scope,
    ) -> std::io::Result<()>
    where
        J: 'scope,
    {
        if self.has_threads {
            for index in 0..self.workers.len() {
                let play = move || {
                    prepare();
                    while self.turn(index) {}
                };
                std::thread::Builder::new().name(format!("actor-{index}")).spawn_scoped(scope, play)?;
            }
        }
        Ok(())
    }

    /// One turn of one actor; whether there will be another.
    fn turn(&self, index: usize) -> bool {
        let claim = lock(&self.workers[index]).turn_length();
        let Some(all_steps) = self.pace.enter(claim) else { return false };
        let mut worker = lock(&self.workers[index]);
        let harvest = guarded("an actor", || worker.work(all_steps));
        let goes_on = harvest.is_ok();
        if let Ok(harvest) = &harvest {
            self.pace.settle(claim, harvest.steps(), harvest.environment_steps);
        }
        // The receiver lives as long as the crew.
        drop(self.sender.send(harvest));
        goes_on
    }

    /// Lets the actors collect up to a total.
    pub fn allow(&self, total: u64) {
        self.pace.allow(total);
    }

    /// The next harvest that is there already.
    pub fn ready(&self) -> Option<Result<Harvest, TrainError>> {
        self.receiver.try_recv().ok()
    }

    /// The next harvest; without threads the actor that is behind makes it now, else it is waited for a moment.
    pub fn wait(&self) -> Option<Result<Harvest, TrainError>> {
        if !self.has_threads && self.receiver.is_empty() {
            let behind = (0..self.workers.len()).min_by_key(|index| lock(&self.workers[*index]).collected());
            self.turn(behind?);
        }
        self.receiver.recv_timeout(PATIENCE).ok()
    }

    /// Runs something while all actors are at rest, with their states and the harvests still on their way.
    pub fn at_rest<T>(&self, run: impl FnOnce(Vec<WorkerState>, Vec<Result<Harvest, TrainError>>) -> T) -> T {
        let workers: Vec<MutexGuard<'_, Worker<J>>> = self.workers.iter().map(lock).collect();
        let harvests = self.receiver.try_iter().collect();
        run(workers.iter().map(|worker| worker.state()).collect(), harvests)
    }

    /// Sends the threads home.
    pub fn stop(&self) {
        self.pace.stop();
    }

    /// Seconds that actors have waited for the learner, all together.
    pub fn waited(&self) -> f64 {
        self.pace.waited()
    }

    /// The number of actors.
    pub fn count(&self) -> usize {
        self.workers.len()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic under the lock was told as an error already, and ends the run.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
