//! What one request may ask for, and how many may ask at once.

use std::time::Duration;

/// Most bytes of a request's body, pictures aside.
pub const MOST_BODY: usize = 64 << 10;
/// Most bytes of a pasted picture.
pub const MOST_PICTURE: usize = 1 << 20;
/// Most characters of a name.
pub const MOST_NAME: usize = 100;
/// Most placements of an answer that is drawn.
pub const MOST_MOVES: usize = 2000;
/// Most connections at once; others wait until one is closed.
pub const MOST_CONNECTIONS: usize = 2000;
/// Time in which a request must have been read and its answer begun.
pub const REQUEST_TIME: Duration = Duration::from_secs(20);
/// Time in which someone must listen to a search that was asked for.
pub const LISTEN_TIME: Duration = Duration::from_secs(10);
/// Seconds that a search may take longer than it was allowed, after which it is told to end.
pub const GRACE: f64 = 2.0;

/// The limits that the command line sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServeLimits {
    /// Searches at the same time.
    pub searches: usize,
    /// Searches that may wait.
    pub waiting: usize,
    /// Most seconds of one search.
    pub seconds: f64,
}

impl ServeLimits {
    /// Threads of one search: the processor is divided among them.
    pub fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (cores / self.searches).max(1)
    }
}
