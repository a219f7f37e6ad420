//! Errors of the library as Python exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use tetreach_agents::{EnvError, VectorError};

/// A value that cannot be used.
pub fn value(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// A value of the wrong type.
pub fn type_error(reason: impl Display) -> PyErr {
    PyTypeError::new_err(reason.to_string())
}

/// A call at the wrong time.
pub fn state(reason: impl Display) -> PyErr {
    PyRuntimeError::new_err(reason.to_string())
}

/// What an environment refused.
pub fn env(error: EnvError) -> PyErr {
    match error {
        EnvError::StepBeforeReset | EnvError::StepAfterEnd => state(error),
        _ => value(error),
    }
}

/// What a vector environment refused.
pub fn vector(error: VectorError) -> PyErr {
    match &error {
        VectorError::Env { source: EnvError::StepBeforeReset | EnvError::StepAfterEnd, .. } => state(error),
        _ => value(error),
    }
}
