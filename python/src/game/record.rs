//! Random play in the environments of the library, to be compared with the same actions taken from Python.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::{ActionSet, Env, EnvError};

use super::running::SoloRules;
use super::{Part, PyGameRules};
use crate::arrays::check_recorded;
use crate::{cells, error};

/// What is kept of every step.
#[derive(Debug, Default)]
pub struct RandomPlay {
    actions: Vec<i64>,
    observations: Vec<u8>,
    masks: Vec<u8>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

/// Plays random legal actions in the environment of the library from one seed on; an episode that ends is followed by a
/// reset without a seed.
pub fn play<R: SoloRules>(rules: &R, steps: usize, seed: u64) -> Result<RandomPlay, EnvError> {
    let size: usize = rules.parts().iter().map(Part::size).sum();
    let mut env = rules.library();
    let count = env.action_space().count();
    let (mut rng, mut record) = (Pcg64Mcg::seed_from_u64(!seed), RandomPlay::default());
    let (_, mut info) = env.reset(Some(seed), &Default::default())?;
    for _ in 0..steps {
        let action = info.legal_actions.sample(&mut rng).unwrap_or_default();
        let step = env.step(action)?;
        record.actions.push(action.0.into());
        let at = record.observations.len();
        record.observations.resize(at + size, 0);
        rules.write(&step.observation.observation, &mut record.observations[at..]);
        let at = record.masks.len();
        record.masks.resize(at + count, 0);
        cells::write_set(&step.info.legal_actions, &mut record.masks[at..]);
        record.rewards.push(step.reward.into());
        record.terminated.push(step.terminated);
        record.truncated.push(step.truncated);
        info = if step.done() { env.reset(None, &Default::default())?.1 } else { step.info };
    }
    Ok(record)
}

/// Random play inside Rust: all that the environment of the library said.
#[pyfunction]
pub fn game_rollout<'py>(
    py: Python<'py>,
    rules: &PyGameRules,
    steps: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let (seen, actions) = (rules.seen(), rules.actions());
    check_recorded(steps, seen + actions)?;
    let record = py.detach(|| rules.make().record(steps, seed)).map_err(error::env)?;
    let out = PyDict::new(py);
    out.set_item("actions", record.actions.into_pyarray(py))?;
    out.set_item("observations", record.observations.into_pyarray(py).reshape((steps, seen))?)?;
    out.set_item("masks", record.masks.into_pyarray(py).reshape((steps, actions))?)?;
    out.set_item("rewards", record.rewards.into_pyarray(py))?;
    out.set_item("terminated", record.terminated.into_pyarray(py))?;
    out.set_item("truncated", record.truncated.into_pyarray(py))?;
    Ok(out)
}
