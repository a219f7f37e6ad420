//! `train --view`: a run on the screen of the terminal while this process trains it.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::bail;
use tetreach_agents::Cancel;

use crate::playground::{TrainingHost, show_training};

/// Shows runs, one after the other.
#[derive(Clone, Debug, Default)]
pub struct TrainingView {
    /// Whether the screen is taken, so that nothing else may be written there.
    is_shown: Arc<AtomicBool>,
}

impl TrainingView {
    /// A view, if there is a terminal for it.
    pub fn new() -> anyhow::Result<Self> {
        if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            bail!("--view needs a terminal: train without it, and look with `tetreach watch --run RUN`");
        }
        Ok(Self::default())
    }

    /// Standard error for whoever reports progress: silent while the run is shown.
    pub fn stderr(&self) -> impl Write + Send + use<> {
        QuietStderr { is_shown: Arc::clone(&self.is_shown) }
    }

    /// Trains, and shows the run meanwhile; leaving the view does not end the training.
    pub fn show<T>(&self, run: &Path, cancel: &Cancel, train: impl FnOnce() -> T) -> T {
        let over = Over::default();
        let host = Host { is_over: Arc::clone(&over.0), cancel: cancel.clone() };
        self.is_shown.store(true, Ordering::Relaxed);
        let trained = thread::scope(|scope| {
            let shown = scope.spawn(move || {
                let shown = show_training(run, Box::new(host));
                self.is_shown.store(false, Ordering::Relaxed);
                if let Err(error) = shown {
                    eprintln!("the view has ended, training goes on: {error:#}");
                }
            });
            let trained = train();
            drop(over);
            // A view that panicked has said so, and given the terminal back.
            drop(shown.join());
            trained
        });
        self.is_shown.store(false, Ordering::Relaxed);
        trained
    }
}

/// Says that training is over, also if it panics.
#[derive(Debug, Default)]
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The training of this process, for its view.
#[derive(Debug)]
struct Host {
    is_over: Arc<AtomicBool>,
    cancel: Cancel,
}

impl TrainingHost for Host {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.cancel.cancel();
    }

    fn is_stopping(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Standard error, while nothing is shown.
struct QuietStderr {
    is_shown: Arc<AtomicBool>,
}

impl Write for QuietStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_shown.load(Ordering::Relaxed) { Ok(bytes.len()) } else { io::stderr().write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
