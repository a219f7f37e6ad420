//! Exact distances on small boards.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use tetreach::solve::Cancel;
use tetreach::solve::oracle::{ClosureRun, DistanceTable, OracleCache};

use crate::board::size_of;
use crate::board::{Expected, board_from, boards_from};
use crate::error;
use crate::work::watched;

/// The exact number of pieces from the empty board to every board of a small size.
#[pyclass(frozen, name = "Oracle", module = "tetreach")]
#[derive(Debug)]
pub struct PyOracle {
    table: Arc<DistanceTable>,
}

#[pymethods]
impl PyOracle {
    /// Opens the table of a size from the cache folder, or builds it and keeps it there.
    #[new]
    #[pyo3(signature = (width, height, *, threads = 1, folder = None, progress = None))]
    fn new(
        py: Python<'_>,
        width: usize,
        height: usize,
        threads: usize,
        folder: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let size = size_of(width, height)?;
        if !(1..=256).contains(&threads) {
            return Err(error::value("threads is 1 to 256"));
        }
        let cache = folder.map_or_else(OracleCache::of_user, OracleCache::in_folder);
        let cancel = Cancel::default();
        let built = watched(py, &cancel, progress, |observer| {
            cache.open_or_build(size, &ClosureRun { threads, observer, cancel: &cancel })
        })?;
        Ok(Self { table: Arc::new(built.map_err(error::value)?) })
    }

    /// The fewest pieces to a board, or None if it cannot be reached.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        Ok(self.table.distance(&board_from(board, Expected::Size(self.table.size()))?))
    }

    /// The fewest pieces to each board of an array (n, height * width), -1 where it cannot be reached.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let boards = boards_from(boards, self.table.size(), "boards")?;
        let distance = |board| self.table.distance(board).map_or(-1, i64::from);
        let distances: Vec<i64> = py.detach(|| boards.iter().map(distance).collect());
        Ok(distances.into_pyarray(py))
    }

    /// The placements of a shortest way to a board, or None if it cannot be reached.
    fn route(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u16>>> {
        let board = board_from(board, Expected::Size(self.table.size()))?;
        Ok(self.table.route(&board).map(|route| route.into_iter().map(|action| action.0).collect()))
    }

    /// The number of boards at each distance.
    fn depths(&self) -> Vec<u64> {
        self.table.depths()
    }

    fn __len__(&self) -> usize {
        self.table.len()
    }
}
