//! Who is told what happens while something runs.

/// Is told of events as they happen, from the thread on which they do.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use tetreach::solve::Observer;
///
/// let sum = AtomicU32::new(0);
/// let observer: &dyn Observer<u32> = &|event| drop(sum.fetch_add(event, Ordering::Relaxed));
/// observer.observe(3);
/// assert_eq!(sum.into_inner(), 3);
/// ```
pub trait Observer<Event>: Sync {
    /// Takes one event.
    fn observe(&self, event: Event);
}

impl<Event, F: Fn(Event) + Sync> Observer<Event> for F {
    fn observe(&self, event: Event) {
        self(event);
    }
}
