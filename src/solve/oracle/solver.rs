//! The oracle as a solver.

use std::sync::{Arc, Mutex};

use super::cache::OracleCache;
use super::closure::ClosureRun;
use super::packed::PackedRules;
use super::table::DistanceTable;
use crate::game::{Board, Size, Solution};
use crate::solve::bound::lower_bound;
use crate::solve::{Cancel, ProgressObserver, Run, Solver, UnreachableReason, Verdict};

/// Looks shortest ways up in tables of exact distances.
///
/// On a board small enough for a table the answer is exact, and a board without entry is proved unreachable. On a
/// higher board of the same width a way found under the small board's lower ceiling is still a way, but there may
/// be a shorter one that needs the room above; so it is returned only where it meets the proved lower bound,
/// which holds for every height, and everything else is `NotFound`.
///
/// The table of a size is built when it is first needed. That is set-up, done once a machine: it is not charged
/// to the budget, but cancelling ends it.
#[derive(Debug)]
pub struct Oracle {
    cache: OracleCache,
    threads: usize,
    tables: Mutex<Vec<Arc<DistanceTable>>>,
}

impl Default for Oracle {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
        Self::new(OracleCache::of_user(), threads)
    }
}

impl Oracle {
    /// An oracle with its tables in this cache, built on this many threads.
    pub fn new(cache: OracleCache, threads: usize) -> Self {
        Self { cache, threads, tables: Mutex::default() }
    }

    /// The table that answers for boards of this size: its own, or that of the highest small board as wide.
    pub fn table_size(size: Size) -> Option<Size> {
        let room = PackedRules::MAX_CELLS / u32::from(size.width());
        Size::new(usize::from(size.width()), room.min(u32::from(size.height())) as usize).ok()
    }

    /// The table of a small size, opened or built.
    pub fn table(
        &self,
        size: Size,
        cancel: &Cancel,
        observer: &ProgressObserver<'_>,
    ) -> Option<Arc<DistanceTable>> {
        // Held while building, so that a second thread waits for the table instead of building it too.
        let mut tables = self.tables.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(table) = tables.iter().find(|table| table.size() == size) {
            return Some(Arc::clone(table));
        }
        let run = ClosureRun { threads: self.threads, observer, cancel };
        let table = Arc::new(self.cache.open_or_build(size, &run).ok()?);
        tables.push(Arc::clone(&table));
        Some(table)
    }
}

impl Solver for Oracle {
    fn name(&self) -> &str {
        "oracle"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let target = run.target();
        let fitting = Self::table_size(target.size())
            .filter(|small| target.stack_height() <= usize::from(small.height()));
        let table = fitting.and_then(|size| self.table(size, &run.request.cancel, run.request.observer));
        run.restart();
        let verdict = table.map_or(Verdict::NotFound, |table| verdict(target, &table));
        if let Verdict::Solved(solution) = &verdict {
            run.prove_lines(solution.cleared());
        }
        verdict
    }
}

/// What a table says of a target.
fn verdict(target: &Board, table: &DistanceTable) -> Verdict {
    let exact = table.size() == target.size();
    let small = Board::from_rows(table.size(), target.filled_rows());
    match table.route(&small) {
        Some(route) if exact || route.len() as u32 == lower_bound(target).pieces => {
            Solution::replay(target, route).ok().into()
        }
        None if exact => {
            Verdict::Unreachable(UnreachableReason::NotInTable { boards: table.len(), size: table.size() })
        }
        _ => Verdict::NotFound,
    }
}
