//! Arrays that are filled without holding Python up, and those of the caller.

use numpy::{Element, PyArray2, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use tetreach_agents::Action;

use crate::error;

/// A new array of two dimensions that `write` fills without holding Python up.
pub fn filled<'py, T: Element + Copy + Default + Send>(
    py: Python<'py>,
    (rows, columns): (usize, usize),
    write: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let array = PyArray2::<T>::zeros(py, (rows, columns), false);
    let mut view = array.readwrite();
    let out = view.as_slice_mut().map_err(error::value)?;
    py.detach(|| write(out));
    drop(view);
    Ok(array)
}

/// The caller's array as a slice, if it has the length.
pub fn slice_of<'a, T: Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    length: usize,
    what: &str,
) -> PyResult<&'a mut [T]> {
    if array.len() != length {
        return Err(error::value(format!("{what} has {} entries where {length} are expected", array.len())));
    }
    array.as_slice_mut().map_err(|_| error::value(format!("{what} must be contiguous")))
}

/// The most bytes that a record of random play may hold: more would end the process instead of raising an exception.
const MOST_RECORDED: usize = 1 << 31;

/// Refuses a record of more steps than fit into memory.
pub fn check_recorded(steps: usize, bytes_per_step: usize) -> PyResult<()> {
    let most = MOST_RECORDED / bytes_per_step.max(1);
    if steps <= most {
        Ok(())
    } else {
        Err(error::value(format!("at most {most} steps are recorded, not {steps}")))
    }
}

/// The action with this number, one of `count`.
pub fn action_of(action: i64, count: usize) -> Result<Action, String> {
    let number = usize::try_from(action).ok().filter(|number| *number < count);
    let number = number.ok_or_else(|| format!("action {action} is not in Discrete({count})"))?;
    Ok(Action(number as u16))
}
