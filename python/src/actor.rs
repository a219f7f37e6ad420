//! An actor of a training run, for another process than the learner's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tetreach::train::remote_actor;
use tetreach_agents::train::remote::{Broadcast, CollectRemotely};

use crate::error;

/// The most steps of one call: what is collected is kept in memory until it is returned.
const MOST_STEPS: u64 = 1_000_000;

/// Plays, searches or demonstrates as the actors beside a learner do, with weights that are given.
#[pyclass(frozen, name = "Actor", module = "tetreach._core")]
#[derive(Debug)]
pub struct PyActor {
    number: u32,
    actor: Mutex<Option<Box<dyn CollectRemotely>>>,
}

/// Does the work without holding Python up; a failure inside is a Python exception too.
fn apart<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    done.unwrap_or_else(|_| Err(error::state("the actor failed inside: please report this")))
}

#[pymethods]
impl PyActor {
    /// An actor whose random streams have this number; it plays once it has weights.
    #[new]
    fn new(number: u32) -> Self {
        Self { number, actor: Mutex::new(None) }
    }

    /// Takes on the weights that a learner sent: the first ones say which game is played, and how.
    fn load(&self, py: Python<'_>, weights: &[u8]) -> PyResult<()> {
        apart(py, || {
            let broadcast = Broadcast::from_bytes(weights).map_err(error::value)?;
            let mut actor = self.actor.lock().unwrap_or_else(PoisonError::into_inner);
            match &mut *actor {
                Some(actor) => actor.load(&broadcast).map_err(error::value),
                None => {
                    *actor = Some(remote_actor(&broadcast, self.number).map_err(error::value)?);
                    Ok(())
                }
            }
        })
    }

    /// Collects about `steps` steps: (what to send to the learner, steps, gradient steps behind the weights).
    fn collect<'py>(&self, py: Python<'py>, steps: u64) -> PyResult<(Bound<'py, PyBytes>, u64, u64)> {
        if !(1..=MOST_STEPS).contains(&steps) {
            return Err(error::value(format!("steps is 1 to {MOST_STEPS}, not {steps}")));
        }
        let collected = apart(py, || {
            let mut actor = self.actor.lock().unwrap_or_else(PoisonError::into_inner);
            let actor =
                actor.as_mut().ok_or_else(|| error::state("the actor has no weights yet: call load"))?;
            actor.collect(steps).map_err(error::state)
        })?;
        Ok((PyBytes::new(py, &collected.parcel), collected.steps, collected.weights_step))
    }
}
