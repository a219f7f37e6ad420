//! One search that was asked for, and what is known of it so far.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tetreach::eval::{Attempt, Record, solve_checked};
use tetreach::game::Board;
use tetreach::registry::{AgentOptions, Registry};
use tetreach::solve::{Budget, Cancel, Observer, Progress, Report, Request, Verdict};
use tokio::sync::watch;

use super::from_start::StartedSearch;
use super::limits::GRACE;

/// Time between two pieces of news about a search that found nothing new.
const NEWS_EVERY: Duration = Duration::from_millis(100);

/// What was asked.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What the board is called.
    pub name: String,
    /// The board to reach.
    pub board: Board,
    /// The board to begin with, if it is not the empty one.
    pub start: Option<Board>,
    /// Who searches.
    pub agent: String,
    /// How long.
    pub budget: Budget,
    /// Seed of everything random.
    pub seed: u64,
}

/// The state of a search; who is slow to read misses states in between, never the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// Searches before this one and itself; 0 once it runs.
    pub place: usize,
    /// What the search does now.
    pub stage: String,
    /// Boards generated.
    pub nodes: u64,
    /// Seconds since it began.
    pub seconds: f64,
    /// The shortest answer so far in JSON.
    pub best: Option<Arc<str>>,
    /// How it ended.
    pub end: Option<End>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// With this record in JSON.
    Done(Arc<str>),
    /// With a fault of the program, in a sentence.
    Failed(Arc<str>),
}

/// A search with those who listen to it.
#[derive(Debug)]
pub struct SearchJob {
    /// Names it in addresses.
    pub id: String,
    /// Ends it early.
    pub cancel: Cancel,
    /// How many listen.
    pub listeners: AtomicUsize,
    ask: Ask,
    news: watch::Sender<News>,
    deadline: Mutex<Option<Instant>>,
}

impl SearchJob {
    /// A search that waits.
    pub fn new(id: String, ask: Ask) -> Self {
        Self {
            id,
            cancel: Cancel::default(),
            listeners: AtomicUsize::new(0),
            ask,
            news: watch::Sender::new(News::default()),
            deadline: Mutex::new(None),
        }
    }

    /// Receives all news from now on.
    pub fn listen(&self) -> watch::Receiver<News> {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        self.news.subscribe()
    }

    /// Whether its turn has not come yet.
    pub fn is_waiting(&self) -> bool {
        self.news.borrow().place > 0
    }

    /// Tells its place in the queue.
    pub fn tell_place(&self, place: usize) {
        self.news.send_modify(|news| news.place = place);
    }

    /// Ends a search that takes longer than it may, such as one that first builds a table.
    pub fn end_if_late(&self, now: Instant) {
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.is_some_and(|deadline| now >= deadline) {
            self.cancel.cancel();
        }
    }

    /// Searches in this thread.
    pub fn run(&self, threads: usize) {
        self.tell_place(0);
        let allowed = Duration::from_secs_f64(self.ask.budget.seconds.unwrap_or(0.0) + GRACE);
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + allowed);
        let searched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.search(threads)));
        let failed = |sentence: String| End::Failed(sentence.into());
        let end = match searched {
            Ok(Ok(record)) => End::Done(record),
            Ok(Err(sentence)) => failed(sentence),
            Err(_) => failed(format!("the agent `{}` failed on this board", self.ask.agent)),
        };
        self.news.send_modify(|news| news.end = Some(end));
    }

    fn search(&self, threads: usize) -> Result<Arc<str>, String> {
        if let Some(start) = &self.ask.start {
            let Ask { name, agent, board, budget, .. } = &self.ask;
            let search = StartedSearch { name, agent, start, target: board, budget: *budget };
            return search.record(&self.cancel).map(Into::into);
        }
        let agent = Registry::standard().agent(&self.ask.agent, AgentOptions::default());
        let agent = agent.map_err(|error| error.to_string())?;
        let observer = NewsWriter { job: self, started: Instant::now(), told: Mutex::default() };
        let request = |target| Request {
            target,
            budget: self.ask.budget,
            seed: self.ask.seed,
            threads,
            cancel: self.cancel.clone(),
            observer: &observer,
        };
        Ok(self.record(&solve_checked(&*agent, &self.ask.board, request)))
    }

    fn record(&self, report: &Report) -> Arc<str> {
        let Ask { name, agent, board, .. } = &self.ask;
        let attempt = Attempt::new(board, report, None);
        let record = serde_json::to_string(&Record::new(name, agent, board, &attempt));
        record.expect("invariant: a record has a form in JSON").into()
    }
}

/// Turns what a search says into news.
#[derive(Debug)]
struct NewsWriter<'a> {
    job: &'a SearchJob,
    started: Instant,
    told: Mutex<Told>,
}

/// What was told last.
#[derive(Debug, Default)]
struct Told {
    at: Option<Instant>,
    pieces: Option<usize>,
}

impl Observer<Progress<'_>> for NewsWriter<'_> {
    fn observe(&self, progress: Progress<'_>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.started.elapsed().as_secs_f64();
        match progress {
            Progress::Searching { stage, nodes } => {
                if told.at.is_some_and(|at| at.elapsed() < NEWS_EVERY) {
                    return;
                }
                told.at = Some(Instant::now());
                self.job.news.send_modify(|news| {
                    stage.clone_into(&mut news.stage);
                    (news.nodes, news.seconds) = (nodes, seconds);
                });
            }
            Progress::Found(solution) => {
                if told.pieces.is_some_and(|pieces| pieces <= solution.pieces()) {
                    return;
                }
                told.pieces = Some(solution.pieces());
                let nodes = self.job.news.borrow().nodes;
                let verdict = Verdict::Solved(solution.clone());
                let record =
                    self.job.record(&Report { verdict, nodes, seconds, proved_lines: 0, training: None });
                self.job.news.send_modify(|news| {
                    news.best = Some(record);
                    news.seconds = seconds;
                });
            }
            Progress::Ended(_) | Progress::Failed(_) => {}
        }
    }
}
