//! Makes attempts, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::attempt::Attempt;
use crate::game::Board;
use crate::reach::Target;
use crate::solve::{Budget, Cancel, Observer, Progress, Report, Request, Solver};

/// An attempt to be made.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "solvers have none")]
pub struct Job<'a> {
    /// Who searches.
    pub solver: &'a dyn Solver,
    /// The board to reach.
    pub board: Board,
    /// The most it may spend.
    pub budget: Budget,
    /// Seed of everything random.
    pub seed: u64,
    /// Threads that it may use.
    pub threads: usize,
}

/// An attempt that ended.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// Which job it was.
    pub index: usize,
    /// What came of it.
    pub attempt: &'a Attempt,
}

/// How attempts are made.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "observers have none")]
pub struct Runner<'a> {
    /// Attempts at a time.
    pub jobs: usize,
    /// Ends everything early when raised.
    pub cancel: Cancel,
    /// No attempt begins after this.
    pub deadline: Option<Instant>,
    /// Is told of every attempt as it ends, from the thread that made it.
    pub observer: &'a dyn for<'e> Observer<Finished<'e>>,
}

impl Runner<'_> {
    /// Makes the attempts in their order and returns what was finished, each at the place of its job.
    pub fn run(&self, jobs: &[Job<'_>]) -> Vec<Option<Attempt>> {
        let finished: Vec<Mutex<Option<Attempt>>> = jobs.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        in_threads(self.jobs.min(jobs.len()), || {
            while !self.is_over() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(index) else { return };
                let attempt = job.make(&self.cancel);
                // An attempt that was cut short says nothing about the agent.
                if self.cancel.is_cancelled() && attempt.pieces.is_none() {
                    return;
                }
                self.observer.observe(Finished { index, attempt: &attempt });
                *finished[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(attempt);
            }
        });
        finished.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Job<'_> {
    fn make(&self, cancel: &Cancel) -> Attempt {
        let end = LastEnd::default();
        let Self { solver, board, budget, seed, threads } = *self;
        let cancel = cancel.clone();
        let request = |target| Request { target, budget, seed, threads, cancel, observer: &end };
        let report = solve_checked(solver, &board, request);
        let ended_at = end.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        Attempt::new(&board, &report, ended_at.as_ref())
    }
}

impl Attempt {
    /// One attempt with one thread, seed 0 and no observer.
    pub fn make(solver: &dyn Solver, board: &Board, budget: Budget) -> Self {
        let job = Job { solver, board: *board, budget, seed: 0, threads: 1 };
        job.make(&Cancel::default())
    }
}

/// Asks the solver, unless counting shows at once that the board is out of reach.
pub fn solve_checked<'a>(
    solver: &dyn Solver,
    board: &Board,
    request: impl FnOnce(Target) -> Request<'a>,
) -> Report {
    match Target::new(*board) {
        Ok(target) => solver.solve(&request(target)),
        Err(unreachable) => Report::unreachable(unreachable.reason),
    }
}

/// Runs the work in this many threads at once and waits for all; one thread is the caller's own, so that what was set
/// for it holds, as libtorch's number of threads does.
pub fn in_threads(threads: usize, work: impl Fn() + Sync) {
    if threads <= 1 {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("invariant: the system has threads").broadcast(|_| work());
}

/// Remembers where the last try of a search ended.
#[derive(Debug, Default)]
struct LastEnd(Mutex<Option<Board>>);

impl Observer<Progress<'_>> for LastEnd {
    fn observe(&self, progress: Progress<'_>) {
        if let Progress::Ended(board) = progress {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(*board);
        }
    }
}
