//! One environment.

use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tetreach::draw;
use tetreach::game::Board;
use tetreach::reach::{ReachEnv, ReachSnapshot, ReverseEnv};
use tetreach_agents::{Env, Episode, GoalEnv, GoalTask};

use crate::arrays::action_of;
use crate::board::{PyBoard, cell_size, pixels};
use crate::rules::{Kind, PyRules};
use crate::{cells, error};

#[derive(Clone, Debug)]
enum Either {
    Reach(ReachEnv),
    Reverse(ReverseEnv),
}

/// What a step did.
type Outcome = (f64, bool, bool, bool);

/// One environment of either kind; boxed, because Python's allocator does not align as boards want it.
#[pyclass(name = "Env", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyEnv {
    rules: PyRules,
    env: Box<Either>,
}

const _: () = assert!(align_of::<PyEnv>() <= 16, "Python's allocator aligns to 16 bytes");

impl PyEnv {
    fn episode(&self) -> PyResult<&Episode<Board, Board>> {
        let episode = match &*self.env {
            Either::Reach(env) => env.episode(),
            Either::Reverse(env) => env.episode(),
        };
        episode.ok_or_else(|| error::state("there is no episode yet: call reset first"))
    }
}

#[pymethods]
impl PyEnv {
    #[new]
    fn new(rules: &PyRules) -> Self {
        let (settings, source) = (rules.settings, rules.source.clone());
        let env = match rules.kind {
            Kind::Reach => Either::Reach(ReachEnv::new(settings, source)),
            Kind::Reverse => Either::Reverse(ReverseEnv::new(settings, source)),
        };
        Self { rules: rules.clone(), env: Box::new(env) }
    }

    /// Starts an episode; a seed restarts the random stream.
    #[pyo3(signature = (seed = None, start = None, goal = None))]
    fn reset(
        &mut self,
        seed: Option<u64>,
        start: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let options = self.rules.options(start, goal)?;
        match &mut *self.env {
            Either::Reach(env) => env.reset(seed, &options).map(|_| ()),
            Either::Reverse(env) => env.reset(seed, &options).map(|_| ()),
        }
        .map_err(error::env)
    }

    /// Takes an action: (reward, terminated, truncated, whether the action was illegal).
    fn step(&mut self, action: i64) -> PyResult<Outcome> {
        let count = self.rules.actions();
        let action = action_of(action, count).map_err(error::value)?;
        let (reward, terminated, truncated, moved, success) = match &mut *self.env {
            Either::Reach(env) => {
                let step = env.step(action).map_err(error::env)?;
                let extra = &step.info.extra;
                (step.reward, step.terminated, step.truncated, extra.detail.is_some(), extra.is_success)
            }
            Either::Reverse(env) => {
                let step = env.step(action).map_err(error::env)?;
                let extra = &step.info.extra;
                (step.reward, step.terminated, step.truncated, extra.detail.is_some(), extra.is_success)
            }
        };
        Ok((reward.into(), terminated, truncated, !moved && !success))
    }

    /// The cells of the board.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(flat(&self.episode()?.state).into_pyarray(py))
    }

    /// The cells of the goal.
    fn goal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(flat(&self.episode()?.desired_goal).into_pyarray(py))
    }

    /// The cells of the board, then those of the goal.
    fn pair<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let episode = self.episode()?;
        let mut bytes = flat(&episode.state);
        bytes.extend(flat(&episode.desired_goal));
        Ok(bytes.into_pyarray(py))
    }

    /// The planes that networks of this project see, flat.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let episode = self.episode()?;
        let mut bytes = vec![0; cells::plane_values(self.rules.size())];
        tetreach::reach::encode(&episode.state, &episode.desired_goal, &mut bytes);
        Ok(bytes.into_pyarray(py))
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyResult<PyBoard> {
        Ok(self.episode()?.state.into())
    }

    /// The board to reach.
    #[getter]
    fn target(&self) -> PyResult<PyBoard> {
        Ok(self.episode()?.desired_goal.into())
    }

    /// 1 for each legal action, 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let state = &self.episode()?.state;
        let mut bytes = vec![0; self.rules.actions()];
        match &*self.env {
            Either::Reach(env) => cells::write_mask(&env.task().legal_actions(state), &mut bytes),
            Either::Reverse(env) => cells::write_set(&env.task().legal_actions(state), &mut bytes),
        }
        Ok(bytes.into_iter().map(|byte| byte as i8).collect::<Vec<i8>>().into_pyarray(py))
    }

    /// (goal reached, lower bound of the steps to it or -1 if it is out of reach, steps taken).
    fn facts(&self) -> PyResult<(bool, i64, u32)> {
        let episode = self.episode()?;
        let (state, goal) = (&episode.state, &episode.desired_goal);
        let bound = match &*self.env {
            Either::Reach(env) => env.task().lower_bound(state, goal),
            Either::Reverse(env) => env.task().lower_bound(state, goal),
        };
        Ok((state == goal, bound.map_or(-1, i64::from), episode.elapsed))
    }

    /// Board and goal side by side in text.
    #[pyo3(signature = (colour = false))]
    fn ansi(&self, colour: bool) -> PyResult<String> {
        let episode = self.episode()?;
        Ok(draw::ansi(&episode.state, &episode.desired_goal, colour))
    }

    /// The board as pixels, with the goal as an outline.
    #[pyo3(signature = (cell = 16))]
    fn rgb<'py>(&self, py: Python<'py>, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let episode = self.episode()?;
        pixels(py, draw::rgb(&episode.state, &episode.desired_goal, cell_size(cell)?))
    }

    /// All that the future depends on, beside the rules.
    fn get_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let snapshot = match &*self.env {
            Either::Reach(env) => env.snapshot(),
            Either::Reverse(env) => env.snapshot(),
        };
        Ok(PyBytes::new(py, &postcard::to_stdvec(&snapshot).map_err(error::value)?))
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, state: &[u8]) -> PyResult<()> {
        let snapshot = read_snapshot(state)?;
        match &mut *self.env {
            Either::Reach(env) => env.restore(&snapshot),
            Either::Reverse(env) => env.restore(&snapshot),
        }
        .map_err(error::env)
    }
}

/// Reads what `get_state` wrote.
pub fn read_snapshot(bytes: &[u8]) -> PyResult<ReachSnapshot> {
    match postcard::take_from_bytes(bytes) {
        Ok((snapshot, [])) => Ok(snapshot),
        _ => Err(error::value("these bytes are no state of an environment: give what get_state returned")),
    }
}

fn flat(board: &Board) -> Vec<u8> {
    let mut bytes = vec![0; cells::count(board.size())];
    cells::write(board, &mut bytes);
    bytes
}
