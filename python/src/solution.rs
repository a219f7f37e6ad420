//! A way to a board as Python sees it.

use numpy::PyArray3;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tetreach::draw::{Film, TextStyle, board_grid, contact_sheet, gif, step_lines};
use tetreach::eval::RecordedMove;
use tetreach::game::{ActionId, Board, Solution, to_fumen};

use crate::board::{Expected, board_from};
use crate::board::{PyBoard, cell_size, pixels};
use crate::error;

/// Placements that lead from the empty board to a target, replayed; boxed, because Python's allocator does not align as
/// boards want it.
#[pyclass(frozen, eq, name = "Solution", module = "tetreach")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PySolution {
    solution: Box<Solution>,
}

const _: () = assert!(align_of::<PySolution>() <= 16, "Python's allocator aligns to 16 bytes");

impl From<Solution> for PySolution {
    fn from(solution: Solution) -> Self {
        Self { solution: Box::new(solution) }
    }
}

#[pymethods]
impl PySolution {
    /// Replays actions from the empty board; they must end at exactly the target.
    #[new]
    fn new(target: &Bound<'_, PyAny>, actions: Vec<u16>) -> PyResult<Self> {
        let target = board_from(target, Expected::Height(20))?;
        let solution = Solution::replay(&target, actions.into_iter().map(ActionId)).map_err(error::value)?;
        Ok(solution.into())
    }

    #[getter]
    fn target(&self) -> PyBoard {
        (*self.solution.target()).into()
    }

    /// The number of pieces.
    #[getter]
    fn pieces(&self) -> usize {
        self.solution.pieces()
    }

    /// The number of rows that vanish on the way.
    #[getter]
    fn cleared(&self) -> u32 {
        self.solution.cleared()
    }

    /// The numbers of the placements.
    #[getter]
    fn actions(&self) -> Vec<u16> {
        self.solution.actions().map(|action| action.0).collect()
    }

    /// The empty board and the board after each placement.
    fn boards(&self) -> Vec<PyBoard> {
        let empty = Board::empty(self.solution.target().size());
        let after = self.solution.steps().iter().map(|step| step.board);
        std::iter::once(empty).chain(after).map(PyBoard::from).collect()
    }

    /// Each placement: piece, rotation, column, cells as [row, column] before clearing, rows that vanish.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let told = |step| {
            let one = RecordedMove::from(step);
            let dictionary = PyDict::new(py);
            dictionary.set_item("piece", one.piece.letter())?;
            dictionary.set_item("rotation", one.rotation)?;
            dictionary.set_item("column", one.column)?;
            dictionary.set_item("cells", one.cells)?;
            dictionary.set_item("cleared", one.cleared)?;
            Ok(dictionary)
        };
        self.solution.steps().iter().map(told).collect()
    }

    /// One line per placement.
    #[pyo3(signature = (colour = false))]
    fn lines(&self, colour: bool) -> String {
        step_lines(&self.solution, TextStyle { width: 100, colour })
    }

    /// The boards side by side in text.
    #[pyo3(signature = (width = 100, colour = false))]
    fn text(&self, width: usize, colour: bool) -> String {
        board_grid(&self.solution, TextStyle { width, colour })
    }

    /// The way as Fumen, one page per placement.
    fn to_fumen(&self) -> PyResult<String> {
        let placements = self.solution.steps().iter().map(|step| step.placement);
        to_fumen(&Board::empty(self.solution.target().size()), placements).map_err(error::value)
    }

    /// The way as an animated GIF.
    #[pyo3(signature = (title = "", cell = 16))]
    fn gif<'py>(&self, py: Python<'py>, title: &str, cell: usize) -> PyResult<Bound<'py, PyBytes>> {
        let cell = cell_size(cell)?;
        let bytes = py.detach(|| gif(&Film::new(&self.solution, title, cell))).map_err(error::value)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The way as an SVG document, one panel per placement.
    #[pyo3(signature = (title = ""))]
    fn svg(&self, title: &str) -> String {
        contact_sheet(&self.solution, title)
    }

    /// One picture per board, as arrays (height, width, 3).
    #[pyo3(signature = (title = "", cell = 16))]
    fn stills<'py>(
        &self,
        py: Python<'py>,
        title: &str,
        cell: usize,
    ) -> PyResult<Vec<Bound<'py, PyArray3<u8>>>> {
        Film::new(&self.solution, title, cell_size(cell)?).stills().map(|still| pixels(py, still)).collect()
    }

    fn __len__(&self) -> usize {
        self.solution.pieces()
    }

    fn __repr__(&self) -> String {
        format!("<Solution of {} pieces, {} rows cleared>", self.solution.pieces(), self.solution.cleared())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let solution = slf.get();
        (slf.get_type(), (solution.target(), solution.actions())).into_pyobject(slf.py())
    }
}
