//! A way to end long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that any thread may raise to end a search or a training early.
///
/// ```
/// use tetreach_agents::Cancel;
///
/// let cancel = Cancel::default();
/// let seen_by_the_search = cancel.clone();
/// cancel.cancel();
/// assert!(seen_by_the_search.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks everything that holds this flag to end soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
