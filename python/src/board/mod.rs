//! A board as Python sees it.

mod from;

use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use tetreach::draw;
use tetreach::game::{ActionId, Actions, Board, Orientation, Placement, Size, action_count, to_fumen};
use tetreach::reach::{Split, board_to_png, fewest_pieces, legal_mask};
use tetreach::solve::lower_bound;

use crate::{cells, error};

pub use from::{Expected, board_from, boards_from};

/// The size with this many columns and rows.
pub fn size_of(width: usize, height: usize) -> PyResult<Size> {
    Size::new(width, height).map_err(error::value)
}

/// The most pixels per cell: no picture of a board is larger than 16 megabytes then.
const MOST_CELL: usize = 64;

pub fn cell_size(cell: usize) -> PyResult<usize> {
    if (1..=MOST_CELL).contains(&cell) {
        Ok(cell)
    } else {
        Err(error::value(format!("a cell is drawn with 1 to {MOST_CELL} pixels, not {cell}")))
    }
}

/// A board: boxed, because Python's allocator does not align as boards want it.
#[pyclass(frozen, eq, hash, name = "Board", module = "tetreach")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PyBoard {
    board: Box<Board>,
}

const _: () = assert!(align_of::<PyBoard>() <= 16, "Python's allocator aligns to 16 bytes");

impl PyBoard {
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl From<Board> for PyBoard {
    fn from(board: Board) -> Self {
        Self { board: Box::new(board) }
    }
}

#[pymethods]
impl PyBoard {
    /// A board from text, Fumen, an array or another board.
    #[new]
    #[pyo3(signature = (source, height = None))]
    fn new(source: &Bound<'_, PyAny>, height: Option<usize>) -> PyResult<Self> {
        let rows = u8::try_from(height.unwrap_or(Size::STANDARD.height().into()));
        let rows = rows.map_err(|_| error::value("a board has 2 to 32 rows"))?;
        board_from(source, Expected::Height(rows)).map(Self::from)
    }

    /// The board without a filled cell.
    #[staticmethod]
    #[pyo3(signature = (width = 10, height = 20))]
    fn empty(width: usize, height: usize) -> PyResult<Self> {
        Ok(Board::empty(size_of(width, height)?).into())
    }

    #[getter]
    fn width(&self) -> u8 {
        self.board.width()
    }

    #[getter]
    fn height(&self) -> u8 {
        self.board.height()
    }

    /// The number of filled cells.
    #[getter]
    fn cells(&self) -> u32 {
        self.board.cells()
    }

    /// The number of rows up to the highest filled cell.
    #[getter]
    fn stack_height(&self) -> usize {
        self.board.stack_height()
    }

    /// The height of each column.
    #[getter]
    fn heights(&self) -> Vec<u32> {
        self.board.heights().iter().map(|height| u32::from(*height)).collect()
    }

    /// The number of placements there are on boards of this width.
    #[getter]
    fn action_count(&self) -> usize {
        action_count(self.board.width())
    }

    /// "train", "validation" or "test".
    #[getter]
    fn split(&self) -> &'static str {
        Split::of(&self.board).name()
    }

    /// Left and right swapped.
    fn mirrored(&self) -> Self {
        self.board.mirrored().into()
    }

    /// The cells as an array of shape (height, width), lowest row first.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let size = self.board.size();
        let mut bytes = Array2::zeros((size.height().into(), size.width().into()));
        cells::write(&self.board, bytes.as_slice_mut().expect("invariant: a new array is contiguous"));
        bytes.into_pyarray(py)
    }

    /// One Fumen page for each placement of the actions, and one for what they lead to.
    #[pyo3(signature = (actions = Vec::new()))]
    fn to_fumen(&self, actions: Vec<u32>) -> PyResult<String> {
        let placements: PyResult<Vec<Placement>> =
            actions.into_iter().map(|action| placement_of(action, self.board.width())).collect();
        to_fumen(&self.board, placements?).map_err(error::value)
    }

    /// 1 for each legal placement, 0 for the others.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut bytes = vec![0; action_count(self.board.width())];
        cells::write_mask(&legal_mask(&self.board), &mut bytes);
        bytes.into_iter().map(|byte| byte as i8).collect::<Array1<i8>>().into_pyarray(py)
    }

    /// The board after a placement.
    fn play(&self, action: u32) -> PyResult<Self> {
        let mut next = *self.board;
        next.play(placement_of(action, next.width())?).map_err(error::value)?;
        Ok(next.into())
    }

    /// The boards that lead here with one placement: (action, rows that vanish, board before it).
    fn predecessors(&self) -> Vec<(u16, u8, PyBoard)> {
        let all = self.board.predecessors();
        all.map(|before| (before.action.0, before.cleared, before.board.into())).collect()
    }

    /// Why the board can never be reached, or None if no simple argument speaks against it.
    fn inadmissible(&self) -> Option<String> {
        self.board.check_admissible().err().map(|reason| reason.to_string())
    }

    /// (pieces, rows that vanish, reason): no way from the empty board has fewer.
    fn lower_bound(&self) -> PyResult<(u32, u32, String)> {
        self.board.check_admissible().map_err(error::value)?;
        let bound = lower_bound(&self.board);
        Ok((bound.pieces, bound.cleared, bound.reason.to_string()))
    }

    /// The fewest pieces by which counting allows to get from here to a goal, or None if it allows none.
    fn fewest_pieces(&self, goal: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let goal = board_from(goal, Expected::Size(self.board.size()))?;
        let full = |board: &Board| board.filled_rows().any(|row| row == board.size().full_row());
        if full(&self.board) || full(&goal) {
            return Err(error::value("a board of a game has no full row, for full rows vanish"));
        }
        Ok(fewest_pieces(&self.board, &goal))
    }

    /// Board and goal side by side in text.
    #[pyo3(signature = (goal, colour = false))]
    fn ansi(&self, goal: &Bound<'_, PyAny>, colour: bool) -> PyResult<String> {
        let goal = board_from(goal, Expected::Size(self.board.size()))?;
        Ok(draw::ansi(&self.board, &goal, colour))
    }

    /// The board as pixels of shape (height * cell, width * cell, 3), with a goal as an outline.
    #[pyo3(signature = (goal = None, cell = 16))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        goal: Option<&Bound<'py, PyAny>>,
        cell: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let goal = goal.map(|goal| board_from(goal, Expected::Size(self.board.size()))).transpose()?;
        pixels(py, draw::board_image(&self.board, goal.as_ref(), cell_size(cell)?))
    }

    /// The board as the bytes of a PNG.
    #[pyo3(signature = (cell = 16))]
    fn png<'py>(&self, py: Python<'py>, cell: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = board_to_png(&self.board, cell_size(cell)? as u32).map_err(error::value)?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __str__(&self) -> String {
        self.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board({:?}, height={})", self.board.to_string(), self.board.height())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let cells = slf.get().to_array(py);
        (slf.get_type(), (cells,)).into_pyobject(py)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A number that is the same on every machine and in every process, as the hash need not be.
    fn fingerprint(&self) -> u64 {
        self.board.hash64()
    }
}

/// A canvas as an array.
pub fn pixels(py: Python<'_>, canvas: draw::Canvas) -> PyResult<Bound<'_, PyArray3<u8>>> {
    let shape = (canvas.height(), canvas.width(), 3);
    Ok(Array3::from_shape_vec(shape, canvas.into_bytes()).map_err(error::value)?.into_pyarray(py))
}

/// The board that a game is to start on, if one is asked for; text and Fumen get this many rows.
pub fn start_board(start: Option<&Bound<'_, PyAny>>, rows: u8) -> PyResult<Option<PyBoard>> {
    start.map(|start| board_from(start, Expected::Height(rows)).map(PyBoard::from)).transpose()
}

/// The placement with this number.
pub fn placement_of(action: u32, width: u8) -> PyResult<Placement> {
    let count = action_count(width);
    let id = u16::try_from(action).ok().map(ActionId);
    let placement = id.and_then(|id| Actions::of_width(width).placement(id));
    placement
        .ok_or_else(|| error::value(format!("there is no action {action}: {width} columns have {count}")))
}

/// Piece, clockwise quarter turns and leftmost column of an action.
#[pyfunction]
#[pyo3(signature = (action, width = 10))]
pub fn placement(action: u32, width: usize) -> PyResult<(char, u8, u8)> {
    let placement = placement_of(action, size_of(width, 20)?.width())?;
    let orientation: Orientation = placement.orientation;
    Ok((orientation.piece().letter(), orientation.rotation(), placement.column))
}

/// The number of the placement of a piece with quarter turns at a column.
#[pyfunction]
#[pyo3(signature = (piece, rotation, column, width = 10))]
pub fn action(piece: char, rotation: u8, column: u8, width: usize) -> PyResult<u16> {
    let width = size_of(width, 20)?.width();
    let missing =
        || error::value(format!("there is no piece {piece} turned {rotation} times at column {column}"));
    let known = tetreach::game::Piece::ALL.into_iter().find(|known| known.letter() == piece);
    let orientation = known.and_then(|known| Orientation::of(known, rotation)).ok_or_else(missing)?;
    if column >= width {
        return Err(missing());
    }
    Actions::of_width(width).id(Placement { orientation, column }).map(|id| id.0).ok_or_else(missing)
}
