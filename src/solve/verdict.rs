//! What a solver found out, and what it cost.

use crate::game::{Inadmissible, Size, Solution};

/// What a solver found out about a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A way was found and replayed.
    Solved(Solution),
    /// No way exists, for this reason.
    Unreachable(UnreachableReason),
    /// The budget ended, or the method does not cover this board, before a way was found.
    NotFound,
}

impl From<Option<Solution>> for Verdict {
    fn from(found: Option<Solution>) -> Self {
        found.map_or(Verdict::NotFound, Verdict::Solved)
    }
}

/// Why no way to a board exists.
///
/// ```
/// use tetreach::game::Size;
/// use tetreach::solve::UnreachableReason;
///
/// let reason = UnreachableReason::NotInTable { boards: 7, size: Size::new(4, 3)? };
/// assert_eq!(reason.to_string(), "it is not among the 7 boards that can be reached on 4 columns and 3 rows");
/// # Ok::<(), tetreach::game::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreachableReason {
    /// Counting cells and rows shows it.
    #[error(transparent)]
    Inadmissible(#[from] Inadmissible),
    /// All boards that lead to it were examined.
    #[error("the empty board is not among the {boards} boards from which it can be reached")]
    Exhausted {
        /// How many boards lead to it, itself included.
        boards: usize,
    },
    /// The complete table of the reachable boards of its size does not hold it.
    #[error(
        "it is not among the {boards} boards that can be reached on {} columns and {} rows",
        size.width(),
        size.height()
    )]
    NotInTable {
        /// How many boards the table holds.
        boards: usize,
        /// The size of its boards.
        size: Size,
    },
}

/// A verdict with what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was found out.
    pub verdict: Verdict,
    /// Boards generated.
    pub nodes: u64,
    /// Wall-clock seconds of the search.
    pub seconds: f64,
    /// No way clears fewer lines than this, by what the search proved.
    pub proved_lines: u32,
    /// Seconds that learning this one target took before the search, for solvers that do; not part of `seconds`.
    pub training: Option<f64>,
}

impl Report {
    /// The report on a board that is known to be unreachable before any search begins.
    pub fn unreachable(reason: impl Into<UnreachableReason>) -> Self {
        Self {
            verdict: Verdict::Unreachable(reason.into()),
            nodes: 0,
            seconds: 0.0,
            proved_lines: 0,
            training: None,
        }
    }
}
