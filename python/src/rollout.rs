//! Random play inside Rust, to be compared with the same actions taken from Python.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach::game::Board;
use tetreach::reach::{ReachEnv, ReachObservation, ReachOptions, ReverseEnv};
use tetreach_agents::{Action, ActionSet, Env, EnvError, GoalInfo};

use crate::arrays::check_recorded;
use crate::rules::{Kind, PyRules};
use crate::{cells, error};

/// What is kept of every step.
#[derive(Default)]
struct RandomReach {
    actions: Vec<i64>,
    states: Vec<u8>,
    goals: Vec<u8>,
    masks: Vec<u8>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    bounds: Vec<i64>,
}

/// Plays random actions, mostly legal ones, from one seed on, and returns all that the environment said; an episode
/// that
/// ends is followed by a reset without a seed.
#[pyfunction]
pub fn rollout<'py>(
    py: Python<'py>,
    rules: &PyRules,
    steps: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let (board, actions) = (cells::count(rules.size()), rules.actions());
    check_recorded(steps, 2 * board + actions)?;
    let (settings, source) = (rules.settings, rules.source.clone());
    let record = py.detach(|| match rules.kind {
        Kind::Reach => play(ReachEnv::new(settings, source), rules, steps, seed),
        Kind::Reverse => play(ReverseEnv::new(settings, source), rules, steps, seed),
    });
    let record = record.map_err(error::env)?;
    let out = PyDict::new(py);
    out.set_item("actions", record.actions.into_pyarray(py))?;
    out.set_item("states", record.states.into_pyarray(py).reshape((steps, board))?)?;
    out.set_item("goals", record.goals.into_pyarray(py).reshape((steps, board))?)?;
    out.set_item("masks", record.masks.into_pyarray(py).reshape((steps, actions))?)?;
    out.set_item("rewards", record.rewards.into_pyarray(py))?;
    out.set_item("terminated", record.terminated.into_pyarray(py))?;
    out.set_item("truncated", record.truncated.into_pyarray(py))?;
    out.set_item("lower_bounds", record.bounds.into_pyarray(py))?;
    Ok(out)
}

fn play<E, X>(mut env: E, rules: &PyRules, steps: usize, seed: u64) -> Result<RandomReach, EnvError>
where
    E: Env<Observation = ReachObservation, Options = ReachOptions, Extra = GoalInfo<X>>,
{
    let (board, count) = (cells::count(rules.size()), rules.actions());
    let mut rng = Pcg64Mcg::seed_from_u64(!seed);
    let mut record = RandomReach::default();
    let (_, mut info) = env.reset(Some(seed), &ReachOptions::default())?;
    let append = |bytes: &mut Vec<u8>, board_of: &Board| {
        let at = bytes.len();
        bytes.resize(at + board, 0);
        cells::write(board_of, &mut bytes[at..]);
    };
    for _ in 0..steps {
        let legal = info.legal_actions;
        let wild = rules.settings.illegal != Default::default() && rng.random_bool(0.2);
        let action = if wild {
            Action(rng.random_range(0..count as u16))
        } else {
            legal.sample(&mut rng).unwrap_or_default()
        };
        let step = env.step(action)?;
        record.actions.push(i64::from(action.0));
        append(&mut record.states, &step.observation.observation);
        append(&mut record.goals, &step.observation.desired_goal);
        let at = record.masks.len();
        record.masks.resize(at + count, 0);
        cells::write_set(&step.info.legal_actions, &mut record.masks[at..]);
        record.rewards.push(step.reward.into());
        record.terminated.push(step.terminated);
        record.truncated.push(step.truncated);
        record.bounds.push(step.info.extra.lower_bound.map_or(-1, i64::from));
        info = if step.done() { env.reset(None, &ReachOptions::default())?.1 } else { step.info };
    }
    Ok(record)
}
