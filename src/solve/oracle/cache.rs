//! Where tables are kept between runs.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::closure::ClosureRun;
use super::table::{BuildError, DistanceTable, TableDirection};
use crate::game::Size;
use crate::solve::Progress;

/// A folder of stored tables of distances from the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleCache {
    folder: Option<PathBuf>,
}

impl OracleCache {
    /// `tetreach` in the user's cache folder, which is `$XDG_CACHE_HOME` or `~/.cache` except on Windows; nothing is
    /// kept if the home folder is not known.
    pub fn of_user() -> Self {
        let folders = etcetera::choose_base_strategy().ok();
        Self { folder: folders.map(|folders| folders.cache_dir().join("tetreach")) }
    }

    /// A given folder.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// The file of this size's table.
    pub fn file(&self, size: Size) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("oracle-{size}.bin")))
    }

    /// The stored table of this size; if there is none, or it is damaged, it is built and stored.
    ///
    /// A table that cannot be stored is still returned: the observer is told why the next run will build it again.
    pub fn open_or_build(&self, size: Size, run: &ClosureRun<'_>) -> Result<DistanceTable, BuildError> {
        let path = self.file(size);
        if let Some(table) = path.as_deref().and_then(|path| open(path, size, run)) {
            return Ok(table);
        }
        let table = DistanceTable::from_empty(size, run)?;
        if let Some(Err(error)) = path.map(|path| table.save(&path)) {
            tell(run, &error.to_string(), table.len());
        }
        Ok(table)
    }
}

fn open(path: &Path, size: Size, run: &ClosureRun<'_>) -> Option<DistanceTable> {
    if !path.exists() {
        return None;
    }
    match DistanceTable::open(path) {
        Ok(table) => {
            let fits = table.size() == size
                && table.direction() == TableDirection::From
                && table.origin().is_empty();
            fits.then_some(table)
        }
        Err(error) => {
            tell(run, &error.to_string(), 0);
            None
        }
    }
}

fn tell(run: &ClosureRun<'_>, stage: &str, boards: usize) {
    run.observer.observe(Progress::Searching { stage, nodes: boards as u64 });
}
