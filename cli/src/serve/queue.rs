//! The searches that run and those that wait, first come, first served.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::watch;

use super::job::{Ask, News, SearchJob};
use super::limits::{LISTEN_TIME, ServeLimits};
use super::refusal::Refusal;

/// Time between two looks for searches that are late.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The queue with the threads that serve it.
#[derive(Debug)]
pub struct Queue {
    limits: ServeLimits,
    state: Mutex<State>,
    changed: Condvar,
    names: RandomState,
}

#[derive(Debug, Default)]
struct State {
    /// All that wait, run, or ended and are still listened to.
    jobs: HashMap<String, Arc<SearchJob>>,
    waiting: VecDeque<Arc<SearchJob>>,
    asked: u64,
    is_closed: bool,
}

impl Queue {
    /// A queue with its threads.
    pub fn start(limits: ServeLimits) -> Arc<Self> {
        let queue = Arc::new(Self {
            limits,
            state: Mutex::default(),
            changed: Condvar::new(),
            names: RandomState::new(),
        });
        for _ in 0..limits.searches {
            let queue = Arc::clone(&queue);
            std::thread::spawn(move || queue.work());
        }
        let watcher = Arc::clone(&queue);
        std::thread::spawn(move || watcher.end_late_searches());
        queue
    }

    /// Puts a search at the end of the queue; the answer is its name and place.
    pub fn ask(&self, ask: Ask) -> Result<(Arc<SearchJob>, usize), Refusal> {
        let mut state = self.lock();
        if state.waiting.len() >= self.limits.waiting {
            let sentence = format!("{} searches wait already: try again later", state.waiting.len());
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence));
        }
        state.asked += 1;
        // Hard to guess, so that a page cannot end the searches of another by counting.
        let id = format!("{:016x}", self.names.hash_one(state.asked));
        let job = Arc::new(SearchJob::new(id.clone(), ask));
        state.jobs.insert(id, Arc::clone(&job));
        state.waiting.push_back(Arc::clone(&job));
        let place = state.waiting.len();
        job.tell_place(place);
        self.changed.notify_all();
        Ok((job, place))
    }

    /// The search of this name.
    pub fn job(&self, id: &str) -> Result<Arc<SearchJob>, Refusal> {
        let found = self.lock().jobs.get(id).cloned();
        found.ok_or_else(|| {
            Refusal::missing("there is no such search: it has ended, or nobody listened to it")
        })
    }

    /// Listens to a search; when the last listener goes, the search ends.
    pub fn listen(self: &Arc<Self>, id: &str) -> Result<(watch::Receiver<News>, Ear), Refusal> {
        let job = self.job(id)?;
        Ok((job.listen(), Ear { queue: Arc::clone(self), job }))
    }

    /// Ends a search that nobody listens to in time.
    pub async fn forget_unheard(self: Arc<Self>, job: Arc<SearchJob>) {
        tokio::time::sleep(LISTEN_TIME).await;
        if job.listeners.load(Ordering::Relaxed) == 0 {
            self.remove(&job);
        }
    }

    /// Ends a search and forgets it.
    pub fn remove(&self, job: &SearchJob) {
        job.cancel.cancel();
        let mut state = self.lock();
        state.jobs.remove(&job.id);
        let before = state.waiting.len();
        state.waiting.retain(|waiting| waiting.id != job.id);
        if state.waiting.len() < before {
            tell_places(&state);
        }
    }

    /// Searches that wait and searches that are known, for whoever asks how busy it is.
    pub fn lengths(&self) -> (usize, usize) {
        let state = self.lock();
        (state.waiting.len(), state.jobs.len())
    }

    /// Ends all searches and threads.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.waiting.clear();
        state.jobs.values().for_each(|job| job.cancel.cancel());
        self.changed.notify_all();
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            job.run(self.limits.threads());
        }
    }

    /// The search whose turn it is; waits for one, until the queue is closed.
    fn next(&self) -> Option<Arc<SearchJob>> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                tell_places(&state);
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn end_late_searches(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let now = Instant::now();
            state.jobs.values().for_each(|job| job.end_if_late(now));
            state = self.changed.wait_timeout(state, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell_places(state: &State) {
    for (index, job) in state.waiting.iter().enumerate() {
        job.tell_place(index + 1);
    }
}

/// One listener of a search.
#[derive(Debug)]
pub struct Ear {
    queue: Arc<Queue>,
    job: Arc<SearchJob>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        if self.job.listeners.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.queue.remove(&self.job);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetreach::solve::Budget;

    fn ask(seconds: f64) -> Ask {
        Ask {
            name: "test".into(),
            board: "#.#.#.#.#.\n.#.#.#.#.#\n#.#.#.#.#.\n.#.#.#.#.#".parse().unwrap(),
            start: None,
            agent: "random".into(),
            budget: Budget::seconds(seconds),
            seed: 0,
        }
    }

    fn wait_for(what: impl Fn() -> bool) {
        let began = Instant::now();
        while !what() {
            assert!(began.elapsed() < Duration::from_secs(20), "nothing happened for 20 seconds");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn places_move_up_and_a_full_queue_refuses() {
        let queue = Queue::start(ServeLimits { searches: 1, waiting: 2, seconds: 60.0 });
        let (first, _) = queue.ask(ask(60.0)).unwrap();
        wait_for(|| queue.lengths().0 == 0);
        let (second, place) = queue.ask(ask(60.0)).unwrap();
        assert_eq!(place, 1);
        let (third, place) = queue.ask(ask(60.0)).unwrap();
        assert_eq!(place, 2);
        assert_eq!(queue.ask(ask(60.0)).unwrap_err().status, StatusCode::TOO_MANY_REQUESTS);
        let (news, ear) = queue.listen(&third.id).unwrap();
        assert_eq!(news.borrow().place, 2);
        queue.remove(&second);
        assert_eq!(news.borrow().place, 1, "who waited before is gone");
        queue.remove(&first);
        wait_for(|| news.borrow().place == 0);
        drop(ear);
        wait_for(|| queue.lengths() == (0, 0));
        assert!(third.cancel.is_cancelled(), "the last listener is gone");
        queue.close();
    }

    #[test]
    fn a_search_ends_with_its_seconds_and_its_record_is_told() {
        let queue = Queue::start(ServeLimits { searches: 1, waiting: 2, seconds: 60.0 });
        let (job, _) = queue.ask(ask(0.05)).unwrap();
        let (news, _ear) = queue.listen(&job.id).unwrap();
        wait_for(|| news.borrow().end.is_some());
        let end = news.borrow().end.clone();
        let Some(super::super::job::End::Done(record)) = end else { panic!("{end:?}") };
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        assert_eq!(record["status"], "not_found");
        queue.close();
    }
}
