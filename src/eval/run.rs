//! Runs a solver over targets, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::game::Board;
use crate::solve::oracle::DistanceTable;
use crate::solve::{Budget, Cancel, Listener, Report, Request, Silent, Solver, Verdict};

use super::record::{Record, ratio};

/// A named board of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The suite it comes from; results are grouped by it.
    pub suite: String,
    /// Its name in the suite.
    pub name: String,
    /// The board to reach.
    pub board: Board,
}

/// What every attempt of an evaluation shares.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most that one attempt may spend.
    pub budget: Budget,
    /// Each target gets a stream of its own, derived from this seed and its place in the list.
    pub seed: u64,
    /// Attempts at a time.
    pub jobs: usize,
    /// Threads that each of them may use.
    pub threads: usize,
    /// Ends everything early when raised.
    pub cancel: Cancel,
}

/// A finished attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The suite of the target.
    pub suite: String,
    /// What was found.
    pub record: Record,
    /// The least number of pieces, where it is known.
    pub exact: Option<u32>,
}

impl Entrant {
    /// Pieces of the way for each piece of the shortest one, where that is known.
    pub fn exact_ratio(&self) -> Option<f64> {
        Some(ratio(self.record.pieces?, self.exact?))
    }
}

/// Knows the exact distance of some boards from the empty one.
pub trait Distance: Sync {
    /// The least number of pieces to the board, if it is known.
    fn distance(&self, board: &Board) -> Option<u32>;
}

impl Distance for DistanceTable {
    fn distance(&self, board: &Board) -> Option<u32> {
        // A higher board has more room, and so perhaps a shorter way.
        if self.size() == board.size() { DistanceTable::distance(self, board) } else { None }
    }
}

/// Is told of every attempt as it ends, from the thread that made it.
pub trait Audience: Sync {
    /// Takes one finished attempt.
    fn finished(&self, entrant: &Entrant);
}

/// One attempt with a verdict at once if counting shows the target to be out of reach.
pub fn attempt(solver: &dyn Solver, request: &Request<'_>) -> Report {
    match request.target.check_admissible() {
        Err(reason) => {
            let verdict = Verdict::Unreachable(reason.to_string());
            Report { verdict, nodes: 0, seconds: 0.0, training: None }
        }
        Ok(()) => solver.solve(request),
    }
}

/// Attempts all tasks and returns what was finished, in the order of the tasks; all of it unless cancelled.
pub fn run(
    solver: &dyn Solver,
    tasks: &[Task],
    settings: &Settings,
    exact: Option<&dyn Distance>,
    audience: &dyn Audience,
) -> Vec<Entrant> {
    let next = AtomicUsize::new(0);
    let finished: Vec<Mutex<Option<Entrant>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some(index) = claim(&next, tasks.len(), &settings.cancel) {
            let entrant = one(solver, &tasks[index], index, settings, exact);
            // An attempt that was cut short says nothing about the solver.
            if settings.cancel.is_cancelled() && entrant.record.pieces.is_none() {
                return;
            }
            audience.finished(&entrant);
            *finished[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(entrant);
        }
    };
    thread::scope(|scope| {
        for _ in 0..settings.jobs.clamp(1, tasks.len().max(1)) {
            scope.spawn(work);
        }
    });
    finished
        .into_iter()
        .filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

fn claim(next: &AtomicUsize, count: usize, cancel: &Cancel) -> Option<usize> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    (index < count && !cancel.is_cancelled()).then_some(index)
}

fn one(
    solver: &dyn Solver,
    task: &Task,
    index: usize,
    settings: &Settings,
    exact: Option<&dyn Distance>,
) -> Entrant {
    let listener: &dyn Listener = &Silent;
    let request = Request {
        target: task.board,
        budget: settings.budget,
        // Weyl's sequence keeps the streams of neighbouring targets apart whatever the seed is.
        seed: settings.seed.wrapping_add((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        threads: settings.threads,
        cancel: settings.cancel.clone(),
        listener,
    };
    let report = attempt(solver, &request);
    Entrant {
        suite: task.suite.clone(),
        record: Record::new(&task.name, solver.name(), &task.board, &report),
        exact: exact.and_then(|exact| exact.distance(&task.board)),
    }
}
