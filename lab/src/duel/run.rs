//! Makes the attempts of a plan, several at a time, and keeps each as it ends.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::attempt::{AttemptKey, KeyedAttempt};
use super::plan::{DuelPlan, PlannedAttempt};
use super::results_file::{ResultsFile, ResultsFileError};
use tetreach::eval::{Finished, Job, Runner};
use tetreach::solve::{Cancel, Observer, Solver};

/// How the attempts of a duel are made; each has one thread.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Attempts at a time.
    pub jobs: usize,
    /// Ends everything early when raised.
    pub cancel: Cancel,
    /// No attempt begins after this.
    pub deadline: Option<Instant>,
}

/// Makes the attempts that the file does not have yet; returns whether all of them are there now.
pub fn run(
    plan: &DuelPlan,
    pairings: &[PlannedAttempt],
    solvers: &[Box<dyn Solver>],
    results: &mut ResultsFile,
    options: &RunOptions,
    observer: &dyn for<'a> Observer<&'a KeyedAttempt>,
) -> Result<bool, ResultsFileError> {
    let open = pairings.iter().map(|pairing| (*pairing, plan.key(*pairing)));
    let open: Vec<(PlannedAttempt, AttemptKey)> =
        open.filter(|(_, key)| results.get(key).is_none()).collect();
    let jobs: Vec<Job<'_>> = open
        .iter()
        .map(|(pairing, key)| Job {
            solver: &*solvers[pairing.agent],
            board: plan.targets[pairing.target].board,
            budget: key.limit.budget(),
            seed: key.stream(),
            threads: 1,
        })
        .collect();
    let results = Mutex::new((results, None));
    let keep = |Finished { index, attempt }: Finished<'_>| {
        let keyed = KeyedAttempt { key: open[index].1.clone(), attempt: attempt.clone() };
        observer.observe(&keyed);
        let mut kept = results.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = kept.0.add(keyed) {
            kept.1 = Some(error);
            options.cancel.cancel();
        }
    };
    let RunOptions { jobs: at_a_time, cancel, deadline } = options.clone();
    let finished = Runner { jobs: at_a_time, cancel, deadline, observer: &keep }.run(&jobs);
    match results.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        Some(error) => Err(error),
        None => Ok(finished.iter().all(Option::is_some)),
    }
}
