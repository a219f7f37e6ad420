//! Panics while the terminal is taken over.

use std::io;
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::EndSynchronizedUpdate;

type PanicHook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// What becomes of panics while this thread draws: its own give the terminal back before they are printed, those of
/// other threads are kept until the terminal is given back, or they would be printed into the picture.
pub struct PanicWatch {
    kept: Arc<Mutex<Vec<String>>>,
    previous: Arc<PanicHook>,
}

impl PanicWatch {
    /// Watches from now on; this thread draws.
    pub fn begin() -> Self {
        let previous: Arc<PanicHook> = Arc::from(panic::take_hook());
        let kept = Arc::<Mutex<Vec<String>>>::default();
        let drawing = thread::current().id();
        let (print, keep) = (Arc::clone(&previous), Arc::clone(&kept));
        panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == drawing {
                // A picture may have been begun. If the terminal cannot be written to, nobody sees it anyway.
                let _ = execute!(io::stdout(), EndSynchronizedUpdate);
                ratatui::restore();
                print(panic);
            } else {
                keep.lock().unwrap_or_else(PoisonError::into_inner).push(panic.to_string());
            }
        }));
        Self { kept, previous }
    }

    /// Whether another thread has panicked.
    pub fn has_panicked(&self) -> bool {
        !self.kept.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Lets panics be printed again, and returns those that were kept.
    pub fn end(self) -> Vec<String> {
        let previous = self.previous;
        panic::set_hook(Box::new(move |panic| previous(panic)));
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
