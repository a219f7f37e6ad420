//! How much a solver may spend, and what stops it early.

use std::time::{Duration, Instant};

pub use tetreach_agents::Cancel;

/// The most that a solver may spend; whichever limit is met first ends the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Boards that may be generated.
    pub nodes: Option<u64>,
    /// Wall-clock seconds.
    pub seconds: Option<f64>,
}

impl Budget {
    /// A budget of seconds alone.
    pub fn seconds(seconds: f64) -> Self {
        Self { nodes: None, seconds: Some(seconds) }
    }

    /// A budget of nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), seconds: None }
    }
}

/// When a search must end, whatever it has counted: for work that has no meter of its own.
///
/// ```
/// use tetreach::solve::{Budget, Cancel, Deadline, Meter};
///
/// let cancel = Cancel::default();
/// let deadline = Meter::start(Budget::seconds(60.0), cancel.clone()).deadline();
/// assert!(!deadline.is_past() && !Deadline::default().is_past());
/// cancel.cancel();
/// assert!(deadline.is_past());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    cancel: Cancel,
    /// `None` if it is only ended by cancelling.
    at: Option<Instant>,
}

impl Deadline {
    /// Whether the time is over or the search was cancelled; reads the clock, some 50 nanoseconds.
    #[inline]
    pub fn is_past(&self) -> bool {
        self.cancel.is_cancelled() || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// Counts what a running search has spent against its budget.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    cancel: Cancel,
    started: Instant,
    nodes: u64,
}

impl Meter {
    /// Starts the clock.
    pub fn start(budget: Budget, cancel: Cancel) -> Self {
        Self { budget, cancel, started: Instant::now(), nodes: 0 }
    }

    /// Adds generated boards to the count.
    #[inline]
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Boards generated so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must end; reads the clock, so ask once per expansion or less often.
    pub fn is_spent(&self) -> bool {
        self.cancel.is_cancelled()
            || self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.budget.seconds.is_some_and(|most| self.elapsed().as_secs_f64() >= most)
    }

    /// When the seconds end, or never.
    pub fn deadline(&self) -> Deadline {
        let most = self.budget.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        Deadline { cancel: self.cancel.clone(), at: most.and_then(|most| self.started.checked_add(most)) }
    }

    /// What is left of the budget, for a search within the search.
    pub fn remaining(&self) -> Budget {
        Budget {
            nodes: self.budget.nodes.map(|most| most.saturating_sub(self.nodes)),
            seconds: self.budget.seconds.map(|most| (most - self.elapsed().as_secs_f64()).max(0.0)),
        }
    }

    /// A share of what is left, for one of several searches within the search.
    pub fn share(&self, share: f64) -> Budget {
        let Budget { nodes, seconds } = self.remaining();
        Budget {
            nodes: nodes.map(|nodes| (nodes as f64 * share) as u64),
            seconds: seconds.map(|seconds| seconds * share),
        }
    }

    /// The flag that ends this search early.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
