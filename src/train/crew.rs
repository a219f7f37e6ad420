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
    pub fn restore(
        &mut self,
        states: Vec<WorkerState>,
        environment_steps: u64,
    ) -> Result<Option<()>, TrainError> {
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
        // Who takes turns with the learner is asked only when there is something to do, and nobody could wake it.
        let Some(all_steps) = self.pace.enter(claim, self.has_threads) else { return false };
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

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::evaluate::{Greedy, Policy};
    use tetreach_agents::{EvaluateError, Evaluations, Evaluator, HashEvaluator, Schedule};

    use super::super::collector::Collector;
    use super::super::demonstrations::Demonstrations;
    use super::super::player::Player;
    use super::super::training_goals::TrainingGoals;
    use super::*;
    use crate::config::GoalsConfig;
    use crate::game::{Board, Size};
    use crate::reach::{ReachSettings, ReachTask};

    /// Judges at random, and fails in its own way after some batches.
    struct Frail {
        inner: HashEvaluator<ReachTask>,
        left: u32,
        panics: bool,
    }

    impl Evaluator for Frail {
        type State = Board;
        type Goal = Board;

        fn evaluate(&mut self, pairs: &[(Board, Board)], out: &mut Evaluations) -> Result<(), EvaluateError> {
            if self.left == 0 {
                assert!(!self.panics, "frail indeed");
                return Err(EvaluateError { reason: "worn out".into() });
            }
            self.left -= 1;
            self.inner.evaluate(pairs, out)
        }
    }

    impl Judge for Frail {
        fn follow(&mut self, _: &[f32]) {}
    }

    const BOARDS: usize = 4;

    fn crew(count: u64, share: f64, frail: (u32, bool), has_threads: bool) -> Crew<Frail> {
        let size = Size::new(6, 8).unwrap();
        let task = ReachTask::new(ReachSettings { size, ..ReachSettings::default() });
        let mut goals = GoalsConfig { use_curriculum: false, ..GoalsConfig::default() };
        goals.stack.pieces = [1, 3];
        let goals = TrainingGoals::new(goals, size);
        let worker = |seed: u64| {
            let judge = Frail { inner: HashEvaluator { task, seed }, left: frail.0, panics: frail.1 };
            let (actor, rng) = (Policy::new(task, judge, Greedy::Q), Pcg64Mcg::seed_from_u64(seed));
            let demonstrations = Demonstrations::new(goals.clone(), None, 0.0, rng.clone());
            let collector = Collector::new(BOARDS, actor, task, goals.clone(), None, rng).unwrap();
            let epsilon = Schedule::Constant { value: 0.1 };
            Worker::new(
                Player::Policy(Box::new(collector)),
                demonstrations,
                share,
                epsilon,
                Default::default(),
            )
        };
        Crew::new((0..count).map(worker).collect(), has_threads)
    }

    /// Harvests until so many placements are there, or the first error.
    fn collect(crew: &Crew<Frail>, wanted: u64) -> Result<Vec<Harvest>, TrainError> {
        std::thread::scope(|scope| {
            crew.start(scope, || ()).unwrap();
            crew.allow(wanted);
            let (mut harvests, mut steps) = (Vec::new(), 0);
            let outcome = loop {
                match crew.wait() {
                    Some(Ok(harvest)) => {
                        steps += harvest.steps();
                        harvests.push(harvest);
                    }
                    Some(Err(error)) => break Err(error),
                    None => {}
                }
                if steps >= wanted {
                    break Ok(());
                }
            };
            crew.stop();
            outcome.map(|()| harvests)
        })
    }

    #[test]
    fn actors_collect_what_is_allowed_and_show_their_share() {
        for has_threads in [false, true] {
            let crew = crew(2, 0.5, (u32::MAX, false), has_threads);
            let harvests = collect(&crew, 400).unwrap();
            crew.at_rest(|states, late| {
                assert_eq!(states.len(), 2);
                let harvests = harvests.iter().cloned().chain(late.into_iter().map(Result::unwrap));
                let (mut played, mut shown) = (0, 0);
                for harvest in harvests {
                    played += harvest.environment_steps;
                    shown += harvest.demonstration_steps;
                    let longest = harvest.episodes.iter().map(|episode| episode.actions.len()).max();
                    assert!(longest.is_none_or(|length| length > 0));
                }
                // Both actors may be in a turn when the last placement comes in.
                assert!((400..=400 + 4 * BOARDS as u64).contains(&(played + shown)), "{played} {shown}");
                assert!(played.abs_diff(shown) <= 6 * BOARDS as u64, "{played} {shown}");
            });
        }
    }

    #[test]
    fn a_failing_actor_ends_the_wait_with_its_message() {
        for (has_threads, panics) in [(false, false), (true, false), (false, true), (true, true)] {
            let crew = crew(3, 0.0, (5, panics), has_threads);
            let message = collect(&crew, 1_000_000).unwrap_err().to_string();
            let expected = if panics { "an actor failed inside: frail indeed" } else { "worn out" };
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn restored_actors_do_the_same_as_those_that_went_on() {
        let mut one = crew(2, 0.3, (u32::MAX, false), false);
        collect(&one, 100).unwrap();
        let states = one.at_rest(|states, late| {
            assert!(late.is_empty());
            states
        });
        let mut other = crew(2, 0.3, (u32::MAX, false), false);
        other.restore(states.clone(), 70).unwrap().unwrap();
        one.restore(states, 70).unwrap().unwrap();
        let (one, other) = (collect(&one, 200).unwrap(), collect(&other, 200).unwrap());
        assert_eq!(one, other);
        assert!(crew(3, 0.3, (1, false), false).restore(Vec::new(), 0).unwrap().is_none());
    }
}
