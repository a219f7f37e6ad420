//! All actors, in their own threads or taking turns with the learner.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};
use serde::Deserialize;

use super::actor::{Actor, ActorState};
use super::error::catch_panic;
use super::rate_limiter::RateLimiter;
use super::remote::RemoteInbox;
use super::{Experience, TrainError};

/// How long the learner waits for actors before it looks at the clock again.
const WAIT: Duration = Duration::from_millis(50);

/// How long the learner waits before it looks into the inbox of remote actors again.
const GLANCE: Duration = Duration::from_millis(5);

/// What an actor sends at the end of a turn.
type Collected<S, G> = Result<Experience<S, G>, TrainError>;

/// The actors and what joins them to the learner.
///
/// A turn is the same work wherever it is done: an actor collects under its lock and sends its experience before it
/// lets go. So whoever holds all locks sees the actors at rest and all experience on its way.
#[derive(Debug)]
pub struct ActorPool<S, G> {
    actors: Vec<Mutex<Actor<S, G>>>,
    limiter: RateLimiter,
    sender: Sender<Collected<S, G>>,
    receiver: Receiver<Collected<S, G>>,
    has_threads: bool,
    inbox: Option<RemoteInbox>,
}

impl<S, G> ActorPool<S, G>
where
    S: Copy + Send + for<'de> Deserialize<'de>,
    G: Send + for<'de> Deserialize<'de>,
{
    /// Actors that work in threads once they are started, or else when the learner waits for them.
    pub fn new(actors: Vec<Actor<S, G>>, has_threads: bool) -> Self {
        let (sender, receiver) = unbounded();
        let actors = actors.into_iter().map(Mutex::new).collect();
        ActorPool { actors, limiter: RateLimiter::default(), sender, receiver, has_threads, inbox: None }
    }

    /// The same with what remote actors send, if there are any.
    pub fn with_inbox(self, inbox: Option<RemoteInbox>) -> Self {
        ActorPool { inbox, ..self }
    }

    /// Continues exactly where other actors were, which made `environment_steps` in play; `None` if those were others.
    pub fn restore(
        &mut self,
        states: Vec<ActorState<S, G>>,
        environment_steps: u64,
    ) -> Result<Option<()>, TrainError> {
        if states.len() != self.actors.len() {
            return Ok(None);
        }
        let mut collected = 0;
        for (actor, state) in self.actors.iter_mut().zip(states) {
            let actor = actor.get_mut().unwrap_or_else(PoisonError::into_inner);
            if actor.restore(state)?.is_none() {
                return Ok(None);
            }
            collected += actor.collected();
        }
        self.limiter = RateLimiter::new(collected, environment_steps);
        Ok(Some(()))
    }

    /// Starts the threads, if there are any; `prepare` runs first in each of them.
    pub fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        prepare: impl Fn() + Copy + Send + 'scope,
    ) -> std::io::Result<()>
    where
        S: 'scope,
        G: 'scope,
    {
        if self.has_threads {
            for index in 0..self.actors.len() {
                let run = move || {
                    prepare();
                    while self.turn(index) {}
                };
                std::thread::Builder::new().name(format!("actor-{index}")).spawn_scoped(scope, run)?;
            }
        }
        Ok(())
    }

    /// One turn of one actor; whether there will be another.
    fn turn(&self, index: usize) -> bool {
        let claim = lock(&self.actors[index]).turn_length();
        // An actor without a thread is asked only when there is something to do, and nothing could wake it.
        let Some(all_steps) = self.limiter.enter(claim, self.has_threads) else { return false };
        let mut actor = lock(&self.actors[index]);
        let collected = catch_panic("an actor", || actor.collect(all_steps));
        let has_next = collected.is_ok();
        if let Ok(experience) = &collected {
            self.limiter.settle(claim, experience.steps(), experience.environment_steps);
        }
        // The receiver lives as long as the pool.
        drop(self.sender.send(collected));
        has_next
    }

    /// Lets the actors collect up to a total.
    pub fn allow(&self, total: u64) {
        self.limiter.allow(total);
    }

    /// The next experience that is there already.
    pub fn ready(&self) -> Option<Result<Experience<S, G>, TrainError>> {
        let local = self.receiver.try_recv().ok();
        local.or_else(|| self.inbox.as_ref()?.next(&self.limiter))
    }

    /// The next experience; without threads the actor that is behind collects it now, else it is waited for a moment.
    pub fn wait(&self) -> Option<Result<Experience<S, G>, TrainError>> {
        if !self.has_threads && self.receiver.is_empty() {
            let behind = (0..self.actors.len()).min_by_key(|index| lock(&self.actors[*index]).collected());
            self.turn(behind?);
        }
        if self.inbox.is_some() {
            return self.ready().or_else(|| self.receiver.recv_timeout(GLANCE).ok());
        }
        self.receiver.recv_timeout(WAIT).ok()
    }

    /// Runs something while all actors are at rest, with their states and the experience still on its way.
    pub fn at_rest<T>(
        &self,
        run: impl FnOnce(Vec<ActorState<S, G>>, Vec<Result<Experience<S, G>, TrainError>>) -> T,
    ) -> T {
        let mut actors: Vec<MutexGuard<'_, Actor<S, G>>> = self.actors.iter().map(lock).collect();
        let experience = self.receiver.try_iter().collect();
        run(actors.iter_mut().map(|actor| actor.state()).collect(), experience)
    }

    /// Ends the threads.
    pub fn stop(&self) {
        self.limiter.stop();
    }

    /// Seconds that actors have waited for the learner, all together.
    pub fn waited(&self) -> f64 {
        self.limiter.waited()
    }

    /// The number of actors.
    pub fn count(&self) -> usize {
        self.actors.len()
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

    use super::super::actor::ActorSettings;
    use super::super::weights::TrainedEvaluator;
    use super::super::{Collector, Demonstrate, Trajectory};
    use super::*;
    use crate::env::ModelVector;
    use crate::evaluate::{EvaluateError, Evaluations, Evaluator, GreedyBy, HashEvaluator, Policy};
    use crate::schedule::Schedule;
    use crate::toy::corridor::{CorridorTask, RIGHT};

    const TASK: CorridorTask = CorridorTask { length: 9, max_steps: 20 };
    const ENVIRONMENTS: usize = 4;

    /// Judges at random, and fails in its own way after some batches.
    #[derive(Debug)]
    struct Frail {
        inner: HashEvaluator<CorridorTask>,
        left: u32,
        panics: bool,
    }

    impl Evaluator for Frail {
        type State = u16;
        type Goal = u16;

        fn evaluate(&mut self, pairs: &[(u16, u16)], out: &mut Evaluations) -> Result<(), EvaluateError> {
            if self.left == 0 {
                assert!(!self.panics, "frail indeed");
                return Err(EvaluateError { reason: "worn out".into() });
            }
            self.left -= 1;
            self.inner.evaluate(pairs, out)
        }
    }

    impl TrainedEvaluator for Frail {
        fn load_weights(&mut self, _: &[f32]) {}
    }

    /// Walks straight to the right end.
    #[derive(Debug)]
    struct Straight(Pcg64Mcg);

    impl Demonstrate<u16, u16> for Straight {
        fn show(&mut self) -> Result<Vec<Trajectory<u16, u16>>, TrainError> {
            let mut walk = Trajectory::new(0, 8);
            (1..=8).for_each(|place| walk.push(RIGHT, place));
            Ok(vec![walk])
        }

        fn rng(&mut self) -> &mut Pcg64Mcg {
            &mut self.0
        }
    }

    fn pool(count: u64, share: f64, frail: (u32, bool), has_threads: bool) -> ActorPool<u16, u16> {
        let actor = |seed: u64| {
            let inner = HashEvaluator { task: TASK, seed };
            let evaluator = Frail { inner, left: frail.0, panics: frail.1 };
            let policy = Policy::new(TASK, Box::new(evaluator) as _, GreedyBy::Q);
            let rng = Pcg64Mcg::seed_from_u64(seed);
            let env = ModelVector::new(TASK, ENVIRONMENTS, |_| (4, 8));
            let collector = Collector::new(env, policy, rng.clone());
            let settings =
                ActorSettings { demonstrations: share, epsilon: Schedule::Constant { value: 0.5 } };
            Actor::new(Box::new(collector), Box::new(Straight(rng)), settings, Default::default())
        };
        ActorPool::new((0..count).map(actor).collect(), has_threads)
    }

    /// Experience until `wanted` steps are there, or the first error.
    fn collect(pool: &ActorPool<u16, u16>, wanted: u64) -> Result<Vec<Experience<u16, u16>>, TrainError> {
        std::thread::scope(|scope| {
            pool.start(scope, || ()).unwrap();
            pool.allow(wanted);
            let (mut collected, mut steps) = (Vec::new(), 0);
            let outcome = loop {
                match pool.wait() {
                    Some(Ok(experience)) => {
                        steps += experience.steps();
                        collected.push(experience);
                    }
                    Some(Err(error)) => break Err(error),
                    None => {}
                }
                if steps >= wanted {
                    break Ok(());
                }
            };
            pool.stop();
            outcome.map(|()| collected)
        })
    }

    #[test]
    fn actors_collect_what_is_allowed_and_show_their_share() {
        for has_threads in [false, true] {
            let pool = pool(2, 0.5, (u32::MAX, false), has_threads);
            let collected = collect(&pool, 400).unwrap();
            pool.at_rest(|states, late| {
                assert_eq!(states.len(), 2);
                let all = collected.iter().cloned().chain(late.into_iter().map(Result::unwrap));
                let (mut played, mut shown) = (0, 0);
                for experience in all {
                    played += experience.environment_steps;
                    shown += experience.demonstration_steps;
                    assert!(experience.trajectories.iter().all(|trajectory| !trajectory.is_empty()));
                }
                // Both actors may be in a turn when the last step comes in.
                assert!(
                    (400..=400 + 8 * ENVIRONMENTS as u64).contains(&(played + shown)),
                    "{played} {shown}"
                );
                assert!(played.abs_diff(shown) <= 8 * ENVIRONMENTS as u64, "{played} {shown}");
            });
        }
    }

    #[test]
    fn a_failing_actor_ends_the_wait_with_its_message() {
        for (has_threads, panics) in [(false, false), (true, false), (false, true), (true, true)] {
            let pool = pool(3, 0.0, (5, panics), has_threads);
            let message = collect(&pool, 1_000_000).unwrap_err().to_string();
            let expected = if panics { "an actor failed inside: frail indeed" } else { "worn out" };
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn restored_actors_do_the_same_as_those_that_continued() {
        let mut one = pool(2, 0.3, (u32::MAX, false), false);
        collect(&one, 100).unwrap();
        let states = one.at_rest(|states, late| {
            assert!(late.is_empty());
            states
        });
        let mut other = pool(2, 0.3, (u32::MAX, false), false);
        other.restore(states.clone(), 70).unwrap().unwrap();
        one.restore(states, 70).unwrap().unwrap();
        let (one, other) = (collect(&one, 200).unwrap(), collect(&other, 200).unwrap());
        assert_eq!(one, other);
        assert!(pool(3, 0.3, (1, false), false).restore(Vec::new(), 0).unwrap().is_none());
    }
}
