//! What a solver is asked, and what it tells while it runs.

use super::budget::{Budget, Cancel, Meter};
use super::observer::Observer;
use crate::game::{Board, Solution};
use crate::reach::Target;

/// What a solver is asked: a target, limits, a seed, and who is told of progress.
///
/// ```
/// use tetreach::game::Board;
/// use tetreach::reach::Target;
/// use tetreach::solve::{Budget, Request};
///
/// let target = Target::new("..##......\n..##......".parse::<Board>()?)?;
/// let request = Request { seed: 7, ..Request::new(target, Budget::nodes(1000)) };
/// assert_eq!(request.threads, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Request<'a> {
    /// The board to reach.
    pub target: Target,
    /// The most it may spend.
    pub budget: Budget,
    /// Seed of everything random; equal requests get equal answers where the budget counts nodes.
    pub seed: u64,
    /// Threads that it may use; what it finds within a budget of nodes does not depend on them.
    pub threads: usize,
    /// Ends the search early when raised.
    pub cancel: Cancel,
    /// Is told of progress.
    pub observer: &'a ProgressObserver<'a>,
}

impl Request<'_> {
    /// A request without an observer, cancelling or randomness.
    pub fn new(target: Target, budget: Budget) -> Request<'static> {
        Request { target, budget, seed: 0, threads: 1, cancel: Cancel::default(), observer: &Silent }
    }

    /// A meter that starts now and counts against the budget.
    pub fn meter(&self) -> Meter {
        Meter::start(self.budget, self.cancel.clone())
    }
}

/// What happens in a running search.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// What the search is doing now, and the boards generated so far.
    Searching {
        /// The stage in a few words.
        stage: &'a str,
        /// Boards generated so far.
        nodes: u64,
    },
    /// A way, or a shorter one than before, was found.
    Found(&'a Solution),
    /// An attempt that plays forwards ended here, elsewhere than at the target.
    Ended(&'a Board),
    /// A part of the search failed, and the search goes on without it.
    Failed(&'a dyn std::error::Error),
}

/// Is told of a search, perhaps from several of its threads.
pub type ProgressObserver<'a> = dyn for<'p> Observer<Progress<'p>> + 'a;

impl std::fmt::Debug for ProgressObserver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ProgressObserver")
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<Event> Observer<Event> for Silent {
    fn observe(&self, _: Event) {}
}
