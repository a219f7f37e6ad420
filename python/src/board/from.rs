//! Boards from whatever Python has: boards, text, Fumen, arrays.

use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tetreach::game::{Board, Size, SizeRule};

use super::PyBoard;
use crate::{cells, error, fumen};

/// What size a board must have, or gets if it does not say itself.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// Exactly this.
    Size(Size),
    /// What the source says; text and Fumen get this many rows.
    Height(u8),
}

/// Reads a board; everything that is none is refused in one sentence.
pub fn board_from(source: &Bound<'_, PyAny>, expected: Expected) -> PyResult<Board> {
    let board = if let Ok(board) = source.cast::<PyBoard>() {
        *board.get().board()
    } else if let Ok(text) = source.cast::<PyString>() {
        from_text(text.to_str()?, expected)?
    } else {
        from_array(source, expected)?
    };
    match expected {
        Expected::Size(size) if board.size() != size => {
            Err(error::value(format!("the board is {}, but {size} is expected", board.size())))
        }
        _ => Ok(board),
    }
}

fn from_text(text: &str, expected: Expected) -> PyResult<Board> {
    if fumen::is_fumen(text) {
        let height = match expected {
            Expected::Size(size) => size.height(),
            Expected::Height(height) => height,
        };
        return fumen::read(text, height.into()).map_err(error::value);
    }
    let rule = match expected {
        Expected::Size(size) => SizeRule::Given(size),
        Expected::Height(height) => SizeRule::WidthOfText { height },
    };
    Board::from_text(text, rule).map_err(|problem| error::value(format!("the board's text, {problem}")))
}

fn from_array(source: &Bound<'_, PyAny>, expected: Expected) -> PyResult<Board> {
    let array = as_cells(source)?;
    let size = match (array.shape(), expected) {
        (&[height, width], _) => Size::new(width, height).map_err(error::value)?,
        (&[length], Expected::Size(size)) if length == cells::count(size) => size,
        (shape, Expected::Size(size)) => {
            let reason = format!(
                "a board of {size} is an array of shape ({}, {}), lowest row first, or flat; this one has {shape:?}",
                size.height(),
                size.width()
            );
            return Err(error::value(reason));
        }
        (shape, Expected::Height(_)) => {
            let reason =
                format!("a board is an array of shape (height, width), lowest row first, not {shape:?}");
            return Err(error::value(reason));
        }
    };
    let bytes = array.as_slice().map_err(error::value)?;
    cells::read(size, bytes).map_err(no_cell)
}

fn no_cell(found: u8) -> PyErr {
    error::value(format!("a cell is 0 or 1, not {found}"))
}

/// Any array of integers or booleans as contiguous bytes.
fn as_cells<'py>(source: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, u8>> {
    if let Ok(array) = source.extract::<PyReadonlyArrayDyn<'py, u8>>()
        && array.is_c_contiguous()
    {
        return Ok(array);
    }
    let numpy = source.py().import("numpy")?;
    let wrong = |found: &dyn std::fmt::Display| {
        error::type_error(format!(
            "a board is a Board, text, Fumen or an array of integers or booleans, not {found}"
        ))
    };
    let array = match numpy.call_method1("asarray", (source,)) {
        Ok(array) => array,
        Err(_) => return Err(wrong(&source.get_type().name()?)),
    };
    let dtype = array.getattr("dtype")?;
    if !matches!(dtype.getattr("kind")?.extract::<&str>()?, "b" | "u" | "i") {
        let found = if source.hasattr("dtype")? {
            format!("an array of {dtype}")
        } else {
            source.get_type().name()?.to_string()
        };
        return Err(wrong(&found));
    }
    // A cell beyond a byte must not come out as 0 or 1.
    let bytes = numpy.call_method1("clip", (&array, 0, 2))?;
    let negative = array.call_method1("__lt__", (0,))?.call_method0("any")?.is_truthy()?;
    if negative {
        return Err(error::value("a cell is 0 or 1, not negative"));
    }
    let bytes = bytes.call_method1("astype", ("uint8",))?;
    numpy.call_method1("ascontiguousarray", (bytes,))?.extract()
}

/// Many boards from an array `(n, height * width)` or `(n, height, width)`; one board alone is a batch of one.
pub fn boards_from(source: &Bound<'_, PyAny>, size: Size, what: &str) -> PyResult<Vec<Board>> {
    let array = as_cells(source)?;
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let fits = match *array.shape() {
        [length] | [_, length] if length == width * height => true,
        [_, rows, columns] => (rows, columns) == (height, width),
        _ => false,
    };
    if !fits {
        let reason =
            format!("{what} has the shape {:?}, but (n, {}) is expected", array.shape(), width * height);
        return Err(error::value(reason));
    }
    let bytes = array.as_slice().map_err(error::value)?;
    bytes.chunks_exact(width * height).map(|cells| cells::read(size, cells).map_err(no_cell)).collect()
}
