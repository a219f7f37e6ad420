//! Makes the attempts of a plan, several at a time, and keeps each as it ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::bout::Bout;
use super::ledger::{Ledger, LedgerError};
use super::plan::{Pairing, Plan};
use crate::eval::attempt;
use crate::game::Board;
use crate::solve::{Cancel, Listener, Progress, Request, Solver};

/// How attempts are made.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// Attempts at a time; each has one thread.
    pub jobs: usize,
    /// Ends everything early when raised.
    pub cancel: Cancel,
    /// No attempt begins after this.
    pub deadline: Option<Instant>,
}

/// Is told of every attempt as it ends, from the thread that made it.
pub trait Spectator: Sync {
    /// Takes one finished attempt.
    fn finished(&self, bout: &Bout);
}

/// Makes the attempts that the ledger does not have yet; returns whether all of them are there now.
pub fn fight(
    plan: &Plan,
    pairings: &[Pairing],
    solvers: &[Box<dyn Solver>],
    ledger: &mut Ledger,
    conduct: &Conduct,
    spectator: &dyn Spectator,
) -> Result<bool, LedgerError> {
    let open: Vec<Pairing> =
        pairings.iter().copied().filter(|pairing| ledger.get(&plan.key(*pairing)).is_none()).collect();
    let next = AtomicUsize::new(0);
    let ledger = Mutex::new((ledger, None));
    let finished = AtomicUsize::new(0);
    let is_over = || {
        conduct.cancel.is_cancelled() || conduct.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let work = || {
        while !is_over() {
            let Some(pairing) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let bout = make(plan, *pairing, &*solvers[pairing.entrant], &conduct.cancel);
            // An attempt that was cut short says nothing about the agent.
            if conduct.cancel.is_cancelled() && bout.pieces.is_none() {
                return;
            }
            spectator.finished(&bout);
            let mut kept = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = kept.0.add(bout) {
                kept.1 = Some(error);
                conduct.cancel.cancel();
                return;
            }
            finished.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..conduct.jobs.clamp(1, open.len().max(1)) {
            scope.spawn(work);
        }
    });
    match ledger.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        Some(error) => Err(error),
        None => Ok(finished.into_inner() == open.len()),
    }
}

fn make(plan: &Plan, pairing: Pairing, solver: &dyn Solver, cancel: &Cancel) -> Bout {
    let (key, target) = (plan.key(pairing), plan.targets[pairing.target].board);
    let ends = Ends::default();
    let request = Request {
        target,
        budget: key.limit.budget(),
        seed: key.stream(),
        threads: 1,
        cancel: cancel.clone(),
        listener: &ends,
    };
    let report = attempt(solver, &request);
    let ended_at = ends.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    Bout::new(key, &target, &report, ended_at.as_ref())
}

/// Remembers where the last attempt of a search ended.
#[derive(Debug, Default)]
struct Ends(Mutex<Option<Board>>);

impl Listener for Ends {
    fn hear(&self, progress: Progress<'_>) {
        if let Progress::Ended(board) = progress {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(*board);
        }
    }
}
