//! Work in threads whose panics become errors, so that nobody waits for the dead.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::TrainError;

/// Does the work; a panic becomes an error that names who panicked.
pub fn guarded<T>(who: &'static str, work: impl FnOnce() -> Result<T, TrainError>) -> Result<T, TrainError> {
    // What the work left behind is not looked at again: the error ends the run.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().map(|message| (*message).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(TrainError::Panicked { who, message })
    })
}
