//! Many environments stepped in one call, which write straight into NumPy's arrays.

mod many;
mod reverse_row;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::draw;
use tetreach::game::Board;
use tetreach::reach::{PLANES, ReachOptions, encode_batch};
use tetreach_agents::{Action, Autoreset};

use self::many::Many;
use crate::arrays::{filled, slice_of};
use crate::board::{PyBoard, cell_size, pixels};
use crate::rules::PyRules;
use crate::single::read_snapshot;
use crate::{cells, error};

/// The most boards: four million cells of 10x20 boards are a gigabyte of masks and planes per step already.
pub const MOST_BOARDS: usize = 1 << 20;

/// Many environments of one kind; boxed, because Python's allocator does not align as boards want it.
#[pyclass(name = "VectorEnv", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyVectorEnv {
    many: Box<Many>,
}

const _: () = assert!(align_of::<PyVectorEnv>() <= 16, "Python's allocator aligns to 16 bytes");

/// What ended with the last step.
type Finals<'py> = (
    Vec<usize>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
);

/// The mode with this name.
pub fn autoreset_of(name: &str) -> PyResult<Autoreset> {
    match name {
        "NextStep" => Ok(Autoreset::NextStep),
        "SameStep" => Ok(Autoreset::SameStep),
        "Disabled" => Ok(Autoreset::Disabled),
        _ => Err(error::value("autoreset_mode is NextStep, SameStep or Disabled")),
    }
}

/// Which of `count` environments are to be reset: all, if none are named.
pub fn which_of(which: Option<PyReadonlyArray1<'_, bool>>, count: usize) -> PyResult<Vec<bool>> {
    match which {
        Some(which) if which.len() != count => {
            let reason = format!("reset_mask has {} entries for {count} environments", which.len());
            Err(error::value(reason))
        }
        Some(which) => Ok(which.as_array().iter().copied().collect()),
        None => Ok(vec![true; count]),
    }
}

#[pymethods]
impl PyVectorEnv {
    #[new]
    fn new(rules: &PyRules, count: usize, autoreset: &str) -> PyResult<Self> {
        if !(1..=MOST_BOARDS).contains(&count) {
            return Err(error::value(format!("num_envs is 1 to {MOST_BOARDS}, not {count}")));
        }
        let many = Many::new(rules, count, autoreset_of(autoreset)?)?;
        Ok(Self { many: Box::new(many) })
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.many.states().len()
    }

    /// Starts episodes on the boards that `which` names, or on all; a seed per board restarts its stream.
    #[pyo3(signature = (seeds = None, start = None, goal = None, which = None))]
    fn reset(
        &mut self,
        seeds: Option<Vec<u64>>,
        start: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        which: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let count = self.many.states().len();
        let options: ReachOptions = self.many.rules().options(start, goal)?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != count) {
            return Err(error::value(format!("one seed is needed for each of {count} environments")));
        }
        let which = which_of(which, count)?;
        for index in (0..count).filter(|index| which[*index]) {
            let seed = seeds.as_ref().map(|seeds| seeds[index]);
            self.many.restart(index, seed, &options).map_err(error::vector)?;
        }
        Ok(())
    }

    /// Takes one action on each board: new arrays (rewards, terminated, truncated).
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>)> {
        let actions = self.many.actions(&actions.as_array().to_vec())?;
        py.detach(|| self.many.advance(&actions)).map_err(error::vector)?;
        let arrays = self.many.arrays();
        let rewards: Vec<f64> = arrays.rewards.iter().map(|reward| f64::from(*reward)).collect();
        Ok((
            rewards.into_pyarray(py),
            PyArray1::from_slice(py, &arrays.terminated),
            PyArray1::from_slice(py, &arrays.truncated),
        ))
    }

    /// Takes one action on each board and writes into the caller's arrays, those that are given.
    #[pyo3(signature = (
        actions, *, rewards, terminated, truncated, states = None, goals = None, pairs = None, masks = None,
    ))]
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArrayDyn<'_, f64>,
        mut terminated: PyReadwriteArrayDyn<'_, bool>,
        mut truncated: PyReadwriteArrayDyn<'_, bool>,
        mut states: Option<PyReadwriteArrayDyn<'_, u8>>,
        mut goals: Option<PyReadwriteArrayDyn<'_, u8>>,
        mut pairs: Option<PyReadwriteArrayDyn<'_, u8>>,
        mut masks: Option<PyReadwriteArrayDyn<'_, i8>>,
    ) -> PyResult<()> {
        let (count, size) = (self.many.states().len(), self.many.rules().size());
        let board = count * cells::count(size);
        let rewards = slice_of(&mut rewards, count, "rewards")?;
        let terminated = slice_of(&mut terminated, count, "terminated")?;
        let truncated = slice_of(&mut truncated, count, "truncated")?;
        let states = states.as_mut().map(|out| slice_of(out, board, "states")).transpose()?;
        let goals = goals.as_mut().map(|out| slice_of(out, board, "goals")).transpose()?;
        let pairs = pairs.as_mut().map(|out| slice_of(out, 2 * board, "pairs")).transpose()?;
        let masks = masks
            .as_mut()
            .map(|out| slice_of(out, count * self.many.rules().actions(), "masks"))
            .transpose()?;
        let actions = self.many.actions(&actions.as_array().to_vec())?;
        py.detach(|| {
            self.many.advance(&actions)?;
            let many = &*self.many;
            let arrays = many.arrays();
            rewards.iter_mut().zip(&arrays.rewards).for_each(|(out, reward)| *out = f64::from(*reward));
            terminated.copy_from_slice(&arrays.terminated);
            truncated.copy_from_slice(&arrays.truncated);
            if let Some(out) = states {
                cells::write_all(many.states(), size, out);
            }
            if let Some(out) = goals {
                cells::write_all(many.goals(), size, out);
            }
            if let Some(out) = pairs {
                cells::write_pairs(many.states(), many.goals(), size, out);
            }
            if let Some(out) = masks {
                let mut row = vec![0_u8; many.rules().actions()];
                for (state, out) in many.states().iter().zip(out.chunks_exact_mut(row.len())) {
                    many.write_mask(state, &mut row);
                    out.iter_mut().zip(&row).for_each(|(out, flag)| *out = *flag as i8);
                }
            }
            Ok(())
        })
        .map_err(error::vector)
    }

    /// The cells of the boards, (n, height * width).
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.many.rules().size();
        self.rows(py, cells::count(size), |many, out| cells::write_all(many.states(), size, out))
    }

    /// The cells of the goals, (n, height * width).
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.many.rules().size();
        self.rows(py, cells::count(size), |many, out| cells::write_all(many.goals(), size, out))
    }

    /// Board after board, each followed by its goal, (n, 2 * height * width).
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.many.rules().size();
        let write = |many: &Many, out: &mut [u8]| cells::write_pairs(many.states(), many.goals(), size, out);
        self.rows(py, 2 * cells::count(size), write)
    }

    /// The planes that networks of this project see, (n, planes * height * width).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.many.rules().size();
        let write = |many: &Many, out: &mut [u8]| encode_batch(many.states(), many.goals(), out);
        self.rows(py, PLANES * cells::count(size), write)
    }

    /// 1 for each legal action, 0 for the others, (n, actions); as bytes to be viewed as int8 or bool.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, self.many.rules().actions(), Many::write_masks)
    }

    /// Whether each board is its goal.
    fn successes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let equal = self.many.states().iter().zip(self.many.goals()).map(|(state, goal)| state == goal);
        equal.collect::<Vec<bool>>().into_pyarray(py)
    }

    /// Whether the last action on each board was illegal.
    fn illegal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let count = self.many.states().len();
        (0..count).map(|index| self.many.illegal_at(index)).collect::<Vec<bool>>().into_pyarray(py)
    }

    /// The fewest steps to each goal that counting allows, -1 where it allows none.
    fn lower_bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.many.lower_bounds(self.many.states(), self.many.goals()).into_pyarray(py)
    }

    /// The number of steps taken in each episode.
    fn elapsed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.many.elapsed().iter().map(|steps| i64::from(*steps)).collect::<Vec<i64>>().into_pyarray(py)
    }

    /// The boards whose episode ended with the last step: indices, last boards and goals, masks, lower bounds, lengths,
    /// whether the last action was illegal.
    fn finals<'py>(&self, py: Python<'py>) -> PyResult<Finals<'py>> {
        let (many, arrays) = (&*self.many, self.many.arrays());
        let (size, actions) = (many.rules().size(), many.rules().actions());
        let ended: Vec<usize> = (0..many.states().len()).filter(|index| arrays.has_final[*index]).collect();
        let states: Vec<Board> = ended.iter().map(|index| arrays.final_states[*index]).collect();
        let goals: Vec<Board> = ended.iter().map(|index| arrays.final_goals[*index]).collect();
        let shaped =
            |columns: usize, bytes: Vec<u8>| PyArray1::from_vec(py, bytes).reshape((ended.len(), columns));
        let cells_of = |boards: &[Board]| {
            let mut bytes = vec![0; boards.len() * cells::count(size)];
            cells::write_all(boards, size, &mut bytes);
            shaped(cells::count(size), bytes)
        };
        let mut masks = vec![0; ended.len() * actions];
        for (state, row) in states.iter().zip(masks.chunks_exact_mut(actions)) {
            many.write_mask(state, row);
        }
        let bounds = many.lower_bounds(&states, &goals);
        let (last, wanted) = (cells_of(&states)?, cells_of(&goals)?);
        let masks = shaped(actions, masks)?;
        let lengths: Vec<i64> = ended.iter().map(|index| i64::from(many.lengths()[*index])).collect();
        let illegal: Vec<bool> = ended.iter().map(|index| many.illegal_at(*index)).collect();
        let (lengths, illegal) = (lengths.into_pyarray(py), illegal.into_pyarray(py));
        Ok((ended, last, wanted, masks, bounds.into_pyarray(py), lengths, illegal))
    }

    /// Board and goal of one environment.
    fn boards(&self, index: usize) -> PyResult<(PyBoard, PyBoard)> {
        let (board, goal) = self.many.pair(index)?;
        Ok((board.into(), goal.into()))
    }

    /// One board as pixels, with its goal as an outline.
    #[pyo3(signature = (index, cell = 16))]
    fn rgb<'py>(&self, py: Python<'py>, index: usize, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (board, goal) = self.many.pair(index)?;
        pixels(py, draw::rgb(&board, &goal, cell_size(cell)?))
    }

    /// All that the future of each board depends on, beside the rules.
    fn get_state<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let one = |index| {
            let bytes = postcard::to_stdvec(&self.many.snapshot(index)).map_err(error::value)?;
            Ok(PyBytes::new(py, &bytes))
        };
        (0..self.many.states().len()).map(one).collect()
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, states: Vec<Vec<u8>>) -> PyResult<()> {
        let count = self.many.states().len();
        if states.len() != count {
            return Err(error::value(format!("{} states for {count} environments", states.len())));
        }
        let snapshots: PyResult<Vec<_>> = states.iter().map(|state| read_snapshot(state)).collect();
        let mut restored = self.many.clone();
        for (index, snapshot) in snapshots?.iter().enumerate() {
            restored.restore(index, snapshot).map_err(error::vector)?;
        }
        self.many = restored;
        Ok(())
    }

    /// Plays `steps` random legal actions on each board, masks included: what the boards cost without Python.
    fn play_random(&mut self, py: Python<'_>, steps: u32, seed: u64) -> PyResult<()> {
        py.detach(|| {
            let many = &mut *self.many;
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut masks = vec![0_u8; many.states().len() * many.rules().actions()];
            for _ in 0..steps {
                let actions: Vec<Action> =
                    many.states().iter().map(|state| many.random_action(state, &mut rng)).collect();
                many.advance(&actions)?;
                many.write_masks(&mut masks);
            }
            Ok(())
        })
        .map_err(error::vector)
    }
}

impl PyVectorEnv {
    /// A new array with one row per board.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        columns: usize,
        write: impl FnOnce(&Many, &mut [u8]) + Send,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let many = &*self.many;
        filled(py, (many.states().len(), columns), move |out| write(many, out))
    }
}
