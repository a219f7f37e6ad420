//! Many environments stepped in one call, which write straight into NumPy's arrays.

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1,
    PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach::draw;
use tetreach::game::Board;
use tetreach::reach::{
    IllegalActions, OnSuccess, PLANES, ReachOptions, ReverseTask, StepArrays, VectorReachEnv, encode_batch,
    fewest_pieces, legal_mask,
};
use tetreach_agents::{Action, ActionSet, Autoreset, EnvError, GoalTask, VectorError};

use crate::board::{PyBoard, cell_size, pixels};
use crate::reverse_row::ReverseRow;
use crate::rules::{Kind, PyRules};
use crate::single::read_snapshot;
use crate::{cells, error};

/// The most boards: four million cells of 10x20 boards are a gigabyte of masks and planes per step already.
const MOST_BOARDS: usize = 1 << 20;

#[derive(Clone, Debug)]
enum Many {
    Reach(VectorReachEnv),
    Reverse(ReverseRow),
}

/// Many environments of one kind; boxed, because Python's allocator does not align as boards want it.
#[pyclass(name = "VectorEnv", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyVectorEnv {
    rules: PyRules,
    autoreset: Autoreset,
    many: Box<Many>,
    /// Steps of the episode that ended last on each board, where it is reset in the same step.
    lengths: Vec<u32>,
}

const _: () = assert!(align_of::<PyVectorEnv>() <= 16, "Python's allocator aligns to 16 bytes");

impl PyVectorEnv {
    fn states(&self) -> &[Board] {
        match &*self.many {
            Many::Reach(many) => many.states(),
            Many::Reverse(many) => &many.states,
        }
    }

    fn goals(&self) -> &[Board] {
        match &*self.many {
            Many::Reach(many) => many.goals(),
            Many::Reverse(many) => &many.goals,
        }
    }

    fn arrays(&self) -> &StepArrays {
        match &*self.many {
            Many::Reach(many) => many.arrays(),
            Many::Reverse(many) => &many.arrays,
        }
    }

    /// Writes 1 for each legal action of a board and 0 for the others.
    fn write_mask(&self, board: &Board, out: &mut [u8]) {
        match self.rules.kind {
            Kind::Reach => cells::write_mask(&legal_mask(board), out),
            Kind::Reverse => cells::write_set(&self.reverse_task().legal_actions(board), out),
        }
    }

    fn is_legal(&self, board: &Board, action: Action) -> bool {
        match self.rules.kind {
            Kind::Reach => legal_mask(board).contains(action),
            Kind::Reverse => self.reverse_task().legal_actions(board).contains(action),
        }
    }

    fn random_action(&self, board: &Board, rng: &mut Pcg64Mcg) -> Action {
        let drawn = match self.rules.kind {
            Kind::Reach => legal_mask(board).sample(rng),
            Kind::Reverse => self.reverse_task().legal_actions(board).sample(rng),
        };
        drawn.unwrap_or_default()
    }

    fn reverse_task(&self) -> ReverseTask {
        ReverseTask::new(self.rules.settings)
    }

    /// Whether the last action on each board was illegal.
    fn illegal_at(&self, index: usize) -> bool {
        match &*self.many {
            Many::Reverse(many) => many.illegal[index],
            Many::Reach(many) => {
                let arrays = many.arrays();
                if arrays.has_final[index] {
                    arrays.final_landings[index].is_none()
                        && arrays.final_states[index] != arrays.final_goals[index]
                } else {
                    !arrays.started[index]
                        && arrays.landings[index].is_none()
                        && many.states()[index] != many.goals()[index]
                }
            }
        }
    }

    /// The actions, once it is sure that none of them will be refused half way.
    fn actions(&self, actions: &[i64]) -> PyResult<Vec<Action>> {
        let (boards, count) = (self.states().len(), self.rules.actions());
        if actions.len() != boards {
            let reason = format!("{} actions for {boards} environments", actions.len());
            return Err(error::value(reason));
        }
        let refuses = self.rules.settings.illegal == IllegalActions::Error;
        let check = |(index, &action): (usize, &i64)| {
            let action = usize::try_from(action).ok().filter(|action| *action < count).ok_or_else(|| {
                error::value(format!("environment {index}: action {action} is not in Discrete({count})"))
            })?;
            let (action, at) = (Action(action as u16), |source| VectorError::Env { index, source });
            let Some(ended) = self.has_ended(index) else {
                return Err(error::vector(at(EnvError::StepBeforeReset)));
            };
            if ended && self.autoreset == Autoreset::Disabled {
                return Err(error::vector(at(EnvError::StepAfterEnd)));
            }
            let state = &self.states()[index];
            // At a goal where the episode stays any action is taken.
            let stays = self.rules.settings.on_success == OnSuccess::Stay && *state == self.goals()[index];
            if refuses && !ended && !stays && !self.is_legal(state, action) {
                return Err(error::vector(at(EnvError::IllegalAction { action })));
            }
            Ok(action)
        };
        actions.iter().enumerate().map(check).collect()
    }

    fn has_ended(&self, index: usize) -> Option<bool> {
        match &*self.many {
            Many::Reach(many) => many.has_ended(index),
            Many::Reverse(many) => many.has_ended(index),
        }
    }

    fn snapshot(&self, index: usize) -> tetreach::reach::ReachSnapshot {
        match &*self.many {
            Many::Reach(many) => many.snapshot(index),
            Many::Reverse(many) => many.snapshot(index),
        }
    }

    fn elapsed_steps(&self) -> &[u32] {
        match &*self.many {
            Many::Reach(many) => many.elapsed(),
            Many::Reverse(many) => &many.elapsed,
        }
    }

    fn advance(&mut self, actions: &[Action]) -> Result<(), VectorError> {
        if self.autoreset == Autoreset::SameStep {
            self.lengths = self.elapsed_steps().iter().map(|steps| steps + 1).collect();
        }
        match &mut *self.many {
            Many::Reach(many) => many.advance(actions).map(|_| ()),
            Many::Reverse(many) => many.advance(actions),
        }
    }

    fn write_masks(&self, out: &mut [u8]) {
        let rows = out.chunks_exact_mut(self.rules.actions());
        self.states().iter().zip(rows).for_each(|(state, row)| self.write_mask(state, row));
    }

    fn index(&self, index: usize) -> PyResult<usize> {
        if index < self.states().len() {
            return Ok(index);
        }
        Err(error::value(format!("there is no environment {index} among {}", self.states().len())))
    }

    /// A new array of two dimensions that `write` fills without holding Python up.
    fn filled<'py, T: Element + Copy + Default + Send>(
        &self,
        py: Python<'py>,
        columns: usize,
        write: impl FnOnce(&Self, &mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let array = PyArray2::<T>::zeros(py, (self.states().len(), columns), false);
        let mut view = array.readwrite();
        let out = view.as_slice_mut().map_err(error::value)?;
        py.detach(|| write(self, out));
        drop(view);
        Ok(array)
    }
}

/// The caller's array as a slice, if it has the length.
fn slice_of<'a, T: Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    length: usize,
    what: &str,
) -> PyResult<&'a mut [T]> {
    if array.len() != length {
        return Err(error::value(format!("{what} has {} entries where {length} are expected", array.len())));
    }
    array.as_slice_mut().map_err(|_| error::value(format!("{what} must be contiguous")))
}

#[pymethods]
impl PyVectorEnv {
    #[new]
    fn new(rules: &PyRules, count: usize, autoreset: &str) -> PyResult<Self> {
        if !(1..=MOST_BOARDS).contains(&count) {
            return Err(error::value(format!("num_envs is 1 to {MOST_BOARDS}, not {count}")));
        }
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            _ => return Err(error::value("autoreset_mode is NextStep, SameStep or Disabled")),
        };
        let many = match rules.kind {
            Kind::Reach => {
                let (settings, source) = (rules.settings, rules.source.clone());
                Many::Reach(VectorReachEnv::new(count, settings, source, autoreset).map_err(error::vector)?)
            }
            Kind::Reverse => Many::Reverse(ReverseRow::new(rules, count, autoreset)),
        };
        Ok(Self { rules: rules.clone(), autoreset, many: Box::new(many), lengths: vec![0; count] })
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.states().len()
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
        let count = self.states().len();
        let options: ReachOptions = self.rules.options(start, goal)?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != count) {
            return Err(error::value(format!("one seed is needed for each of {count} environments")));
        }
        let which: Vec<bool> = match which {
            Some(which) if which.len() != count => {
                return Err(error::value(format!(
                    "reset_mask has {} entries for {count} environments",
                    which.len()
                )));
            }
            Some(which) => which.as_array().iter().copied().collect(),
            None => vec![true; count],
        };
        for index in (0..count).filter(|index| which[*index]) {
            let seed = seeds.as_ref().map(|seeds| seeds[index]);
            match &mut *self.many {
                Many::Reach(many) => many.restart_one(index, seed, &options),
                Many::Reverse(many) => many.restart(index, seed, &options),
            }
            .map_err(error::vector)?;
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
        let actions = self.actions(&actions.as_array().to_vec())?;
        py.detach(|| self.advance(&actions)).map_err(error::vector)?;
        let arrays = self.arrays();
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
        let (count, size) = (self.states().len(), self.rules.size());
        let board = count * cells::count(size);
        let rewards = slice_of(&mut rewards, count, "rewards")?;
        let terminated = slice_of(&mut terminated, count, "terminated")?;
        let truncated = slice_of(&mut truncated, count, "truncated")?;
        let states = states.as_mut().map(|out| slice_of(out, board, "states")).transpose()?;
        let goals = goals.as_mut().map(|out| slice_of(out, board, "goals")).transpose()?;
        let pairs = pairs.as_mut().map(|out| slice_of(out, 2 * board, "pairs")).transpose()?;
        let masks =
            masks.as_mut().map(|out| slice_of(out, count * self.rules.actions(), "masks")).transpose()?;
        let actions = self.actions(&actions.as_array().to_vec())?;
        py.detach(|| {
            self.advance(&actions)?;
            let arrays = self.arrays();
            rewards.iter_mut().zip(&arrays.rewards).for_each(|(out, reward)| *out = f64::from(*reward));
            terminated.copy_from_slice(&arrays.terminated);
            truncated.copy_from_slice(&arrays.truncated);
            if let Some(out) = states {
                cells::write_all(self.states(), size, out);
            }
            if let Some(out) = goals {
                cells::write_all(self.goals(), size, out);
            }
            if let Some(out) = pairs {
                cells::write_pairs(self.states(), self.goals(), size, out);
            }
            if let Some(out) = masks {
                let mut row = vec![0_u8; self.rules.actions()];
                for (state, out) in self.states().iter().zip(out.chunks_exact_mut(row.len())) {
                    self.write_mask(state, &mut row);
                    out.iter_mut().zip(&row).for_each(|(out, flag)| *out = *flag as i8);
                }
            }
            Ok(())
        })
        .map_err(error::vector)
    }

    /// The cells of the boards, (n, height * width).
    #[pyo3(name = "states")]
    fn states_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.rules.size();
        self.filled(py, cells::count(size), |many, out| cells::write_all(many.states(), size, out))
    }

    /// The cells of the goals, (n, height * width).
    #[pyo3(name = "goals")]
    fn goals_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.rules.size();
        self.filled(py, cells::count(size), |many, out| cells::write_all(many.goals(), size, out))
    }

    /// Board after board, each followed by its goal, (n, 2 * height * width).
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.rules.size();
        let write = move |many: &Self, out: &mut [u8]| {
            cells::write_pairs(many.states(), many.goals(), size, out);
        };
        self.filled(py, 2 * cells::count(size), write)
    }

    /// The planes that networks of this project see, (n, planes * height * width).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let size = self.rules.size();
        let write = |many: &Self, out: &mut [u8]| encode_batch(many.states(), many.goals(), out);
        self.filled(py, PLANES * cells::count(size), write)
    }

    /// 1 for each legal action, 0 for the others, (n, actions); as bytes to be viewed as int8 or bool.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.filled(py, self.rules.actions(), Self::write_masks)
    }

    /// Whether each board is its goal.
    fn successes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let equal = self.states().iter().zip(self.goals()).map(|(state, goal)| state == goal);
        equal.collect::<Vec<bool>>().into_pyarray(py)
    }

    /// Whether the last action on each board was illegal.
    fn illegal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        (0..self.states().len()).map(|index| self.illegal_at(index)).collect::<Vec<bool>>().into_pyarray(py)
    }

    /// The fewest steps to each goal that counting allows, -1 where it allows none.
    fn lower_bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let pairs = self.states().iter().zip(self.goals());
        let bound = |(state, goal)| match self.rules.kind {
            Kind::Reach => fewest_pieces(state, goal),
            Kind::Reverse => fewest_pieces(goal, state),
        };
        pairs.map(|pair| bound(pair).map_or(-1, i64::from)).collect::<Vec<i64>>().into_pyarray(py)
    }

    /// The number of steps taken in each episode.
    fn elapsed<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.elapsed_steps().iter().map(|steps| i64::from(*steps)).collect::<Vec<i64>>().into_pyarray(py)
    }

    /// The boards whose episode ended with the last step: indices, last boards and goals, masks, lower bounds, lengths,
    /// whether the last action was illegal.
    #[allow(clippy::type_complexity)]
    fn finals<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Vec<usize>,
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<bool>>,
    )> {
        let (arrays, size) = (self.arrays(), self.rules.size());
        let ended: Vec<usize> = (0..self.states().len()).filter(|index| arrays.has_final[*index]).collect();
        let states: Vec<Board> = ended.iter().map(|index| arrays.final_states[*index]).collect();
        let goals: Vec<Board> = ended.iter().map(|index| arrays.final_goals[*index]).collect();
        let shaped =
            |columns: usize, bytes: Vec<u8>| PyArray1::from_vec(py, bytes).reshape((ended.len(), columns));
        let cells_of = |boards: &[Board]| {
            let mut bytes = vec![0; boards.len() * cells::count(size)];
            cells::write_all(boards, size, &mut bytes);
            shaped(cells::count(size), bytes)
        };
        let mut masks = vec![0; ended.len() * self.rules.actions()];
        for (state, row) in states.iter().zip(masks.chunks_exact_mut(self.rules.actions())) {
            self.write_mask(state, row);
        }
        let bound = |(state, goal)| match self.rules.kind {
            Kind::Reach => fewest_pieces(state, goal),
            Kind::Reverse => fewest_pieces(goal, state),
        };
        let bounds: Vec<i64> =
            states.iter().zip(&goals).map(|pair| bound(pair).map_or(-1, i64::from)).collect();
        let (last, wanted) = (cells_of(&states)?, cells_of(&goals)?);
        let masks = shaped(self.rules.actions(), masks)?;
        let lengths: Vec<i64> = ended.iter().map(|index| i64::from(self.lengths[*index])).collect();
        let illegal: Vec<bool> = ended.iter().map(|index| self.illegal_at(*index)).collect();
        let (lengths, illegal) = (lengths.into_pyarray(py), illegal.into_pyarray(py));
        Ok((ended, last, wanted, masks, bounds.into_pyarray(py), lengths, illegal))
    }

    /// Board and goal of one environment.
    fn boards(&self, index: usize) -> PyResult<(PyBoard, PyBoard)> {
        let index = self.index(index)?;
        Ok((self.states()[index].into(), self.goals()[index].into()))
    }

    /// One board as pixels, with its goal as an outline.
    #[pyo3(signature = (index, cell = 16))]
    fn rgb<'py>(&self, py: Python<'py>, index: usize, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let index = self.index(index)?;
        pixels(py, draw::rgb(&self.states()[index], &self.goals()[index], cell_size(cell)?))
    }

    /// All that the future of each board depends on, beside the rules.
    fn get_state<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let one = |index| {
            let bytes = postcard::to_stdvec(&self.snapshot(index)).map_err(error::value)?;
            Ok(PyBytes::new(py, &bytes))
        };
        (0..self.states().len()).map(one).collect()
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, states: Vec<Vec<u8>>) -> PyResult<()> {
        if states.len() != self.states().len() {
            let reason = format!("{} states for {} environments", states.len(), self.states().len());
            return Err(error::value(reason));
        }
        let snapshots: PyResult<Vec<_>> = states.iter().map(|state| read_snapshot(state)).collect();
        let mut restored = self.many.clone();
        for (index, snapshot) in snapshots?.iter().enumerate() {
            match &mut *restored {
                Many::Reach(many) => many.restore(index, snapshot),
                Many::Reverse(many) => many.restore(index, snapshot),
            }
            .map_err(error::vector)?;
        }
        self.many = restored;
        Ok(())
    }

    /// Plays `steps` random legal actions on each board, masks included: what the boards cost without Python.
    fn play_random(&mut self, py: Python<'_>, steps: u32, seed: u64) -> PyResult<()> {
        py.detach(|| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut masks = vec![0_u8; self.states().len() * self.rules.actions()];
            for _ in 0..steps {
                let actions: Vec<Action> =
                    self.states().iter().map(|state| self.random_action(state, &mut rng)).collect();
                self.advance(&actions)?;
                self.write_masks(&mut masks);
            }
            Ok(())
        })
        .map_err(error::vector)
    }
}
