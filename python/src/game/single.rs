//! One game.

use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{AnyGame, PyGameRules};
use crate::arrays::action_of;
use crate::board::{PyBoard, cell_size, pixels, start_board};
use crate::error;

/// One game of any kind for one player.
#[pyclass(name = "Game", module = "tetreach._core")]
#[derive(Clone, Debug)]
pub struct PyGame {
    rules: PyGameRules,
    game: Box<dyn AnyGame>,
}

const _: () = assert!(align_of::<PyGame>() <= 16, "Python's allocator aligns to 16 bytes");

impl PyGame {
    fn begun(&self) -> PyResult<&dyn AnyGame> {
        match self.game.has_ended() {
            Some(_) => Ok(&*self.game),
            None => Err(error::state("there is no episode yet: call reset first")),
        }
    }
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(rules: &PyGameRules) -> Self {
        Self { rules: rules.clone(), game: rules.make() }
    }

    /// Starts an episode, on this board if there is one; a seed restarts the random stream.
    #[pyo3(signature = (seed = None, start = None))]
    fn reset(&mut self, seed: Option<u64>, start: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let start = start_board(start, self.rules.board_rows())?;
        self.game.reset(seed, start.as_ref().map(PyBoard::board)).map_err(error::env)
    }

    /// Takes an action: (reward, terminated, truncated, whether the action was illegal).
    fn step(&mut self, action: i64) -> PyResult<(f64, bool, bool, bool)> {
        let action = action_of(action, self.rules.actions()).map_err(error::value)?;
        let step = self.game.step(action).map_err(error::env)?;
        Ok((step.reward, step.terminated, step.truncated, step.illegal))
    }

    /// What is seen, part after part.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut bytes = vec![0; self.rules.seen()];
        self.begun()?.write(&mut bytes);
        Ok(bytes.into_pyarray(py))
    }

    /// 1 for each legal action, 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut bytes = vec![0; self.rules.actions()];
        self.begun()?.write_mask(&mut bytes);
        Ok(bytes.into_iter().map(|byte| byte as i8).collect::<Vec<i8>>().into_pyarray(py))
    }

    /// (steps taken, lines cleared, sum of the rewards).
    fn facts(&self) -> PyResult<(u32, u32, f64)> {
        let tally = self.begun()?.tally();
        Ok((tally.elapsed, tally.lines, tally.score))
    }

    /// The game as text.
    fn ansi(&self) -> PyResult<String> {
        Ok(self.begun()?.text())
    }

    /// The board as pixels.
    #[pyo3(signature = (cell = 16))]
    fn rgb<'py>(&self, py: Python<'py>, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let canvas = self.begun()?.canvas(cell_size(cell)?);
        pixels(py, canvas.ok_or_else(|| error::state("there is no episode yet: call reset first"))?)
    }

    /// All that the future depends on, beside the rules.
    fn get_state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.game.save())
    }

    /// Goes back to where `get_state` was called.
    fn set_state(&mut self, state: &[u8]) -> PyResult<()> {
        self.game.load(state).map_err(error::value)
    }
}
