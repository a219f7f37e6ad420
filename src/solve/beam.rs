//! Backward beam search over the whole board with hand-made features as cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::config::Settings;

use super::buckets::{Backwards, BucketSearch, Extent, Hit, Next};
use super::estimate::runs;
use super::{Run, Solver, Verdict};
use crate::game::{ActionId, Board, Solution};

/// What makes a board unpromising, each counted and weighted; boards are compared with as many cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BeamWeights {
    /// Empty cells with a filled one somewhere above.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub holes: f32,
    /// Changes between filled and empty along the rows, walls counting as filled.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub row_transitions: f32,
    /// Changes between filled and empty along the columns, the ground counting as filled.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub column_transitions: f32,
    /// Rows of the stack.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub rows: f32,
    /// Runs of filled cells with nothing directly under them.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub hanging_runs: f32,
    /// How much more a row costs the emptier it is: the square of its empty cells' share.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub sparse_rows: f32,
    /// Differences between the heights of neighbouring columns.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub bumps: f32,
}

impl Default for BeamWeights {
    fn default() -> Self {
        Self {
            holes: 2.0,
            row_transitions: 1.0,
            column_transitions: 1.0,
            rows: 0.0,
            hanging_runs: 1.0,
            sparse_rows: 4.0,
            bumps: 0.0,
        }
    }
}

impl BeamWeights {
    /// The weighted sum for a board.
    pub fn cost(&self, board: &Board) -> f32 {
        let full = board.size().full_row();
        let width = board.width();
        let (mut holes, mut across, mut along, mut hanging) = (0, 0, 0, 0);
        let (mut sparse, mut above, mut over) = (0.0, 0_u16, 0_u16);
        for row in (0..board.stack_height()).rev() {
            let cells = board.row(row);
            let below = if row == 0 { full } else { board.row(row - 1) };
            holes += (above & !cells).count_ones();
            // Both walls are filled: shift them in from either side.
            let walled = u32::from(cells) << 1 | 1 | 1 << (width + 1);
            across += ((walled ^ walled >> 1) & ((2 << width) - 1)).count_ones();
            along += (over ^ cells).count_ones();
            runs(cells, |run| hanging += u32::from(run & below == 0));
            let empty = (u32::from(width) - cells.count_ones()) as f32 / f32::from(width);
            sparse += empty * empty;
            above |= cells;
            over = cells;
        }
        along += (over ^ full).count_ones();
        let bumps: u32 = board.heights().windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum();
        self.holes * holes as f32
            + self.row_transitions * across as f32
            + self.column_transitions * along as f32
            + self.rows * board.stack_height() as f32
            + self.hanging_runs * hanging as f32
            + self.sparse_rows * sparse
            + self.bumps * bumps as f32
    }
}

/// The search from a target back to the empty board.
#[derive(Clone, Copy, Debug)]
struct ToEmpty {
    weights: BeamWeights,
    width: u32,
    /// Whether the target is its own mirror image, so that of two mirrored boards one is enough.
    symmetric: bool,
}

impl Backwards for ToEmpty {
    type State = Board;
    type Key = u64;

    fn width(&self) -> u32 {
        self.width
    }

    fn cells(&self, board: &Board) -> u32 {
        board.cells()
    }

    #[inline]
    fn key(&self, board: &Board) -> u64 {
        if self.symmetric { board.mirror_reduced().hash64() } else { board.hash64() }
    }

    #[inline]
    fn cost(&self, board: &Board) -> u32 {
        // Sixteenths are fine enough to tell boards apart, and integers sort fast.
        (self.weights.cost(board) * 16.0) as u32
    }

    fn is_hit(&self, board: &Board) -> bool {
        board.is_empty()
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        board: &Board,
        most_cleared: usize,
        mut visit: impl FnMut(Board, ActionId, usize),
    ) {
        board.for_each_predecessor(most_cleared.min(4) as u8, |before| {
            visit(before.board, before.action, usize::from(before.cleared));
        });
    }
}

/// How the beam widens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Beam {
    /// Boards kept in each bucket of equal lines and pieces in the first try.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub width: usize,
    /// Widths double from try to try up to this one; a first try is made in any case.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub widest: usize,
    /// Most lines that may be un-cleared.
    #[schemars(range(min = 0, max = 200))]
    pub lines: usize,
    /// What makes a board unpromising.
    pub weights: BeamWeights,
}

impl Default for Beam {
    fn default() -> Self {
        Self { width: 25, widest: 12_800, lines: 24, weights: BeamWeights::default() }
    }
}

impl Settings for Beam {
    const TITLE: &'static str = "settings of the agent beam";
}

impl Solver for Beam {
    fn name(&self) -> &str {
        "beam"
    }

    fn search(&self, run: &mut Run<'_>) -> Verdict {
        let target = run.target();
        let problem = ToEmpty {
            weights: self.weights,
            width: u32::from(target.width()),
            symmetric: *target == target.mirrored(),
        };
        let mut best: Option<Solution> = None;
        let mut width = self.width;
        while width <= self.widest.max(self.width) && !run.meter.is_spent() {
            // Ways with the same number of lines are equally long, so a wider beam only matters if it saves some.
            let fewer = best.as_ref().map(|solution| solution.cleared() as usize);
            let Some(lines) = fewer.map_or(Some(self.lines), |lines| lines.checked_sub(1)) else { break };
            run.tell(&format!("beam of {width}"));
            if let Some(solution) = try_width(&problem, Extent { lines, width }, run) {
                run.found(&solution);
                best = Some(solution);
            }
            width *= 2;
        }
        best.into()
    }
}

fn try_width(problem: &ToEmpty, reach: Extent, run: &mut Run<'_>) -> Option<Solution> {
    let target = run.target();
    let mut search = BucketSearch::with_threads(run.request.threads);
    let meter = &mut run.meter;
    search.end_at(meter.deadline());
    let counted = meter.nodes();
    let hits = search.run(problem, *target, reach, |hits: &[Hit<Board>], generated| {
        meter.count(counted + generated - meter.nodes());
        if hits.is_empty() && !meter.is_spent() { Next::Continue } else { Next::Stop }
    });
    let hit = hits.iter().min_by_key(|hit| hit.lines).copied()?;
    let replayed = Solution::replay(target, search.plan(&hit));
    Some(replayed.expect("invariant: every reverse move replays forwards"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::reach::Target;
    use crate::solve::{Budget, Request};

    #[test]
    fn within_a_budget_of_nodes_the_number_of_threads_changes_nothing() {
        let boards =
            ["..#....#..\n.#.#..#.#.\n#...##...#\n", "#.#.#.#.#.\n.#.#.#.#.#\n#.#.#.#.#.\n.#.#.#.#.#\n"];
        for board in boards {
            let target = Board::from_text(board, Size::STANDARD).unwrap();
            let report = |threads| {
                let request =
                    Request { threads, ..Request::new(Target::new(target).unwrap(), Budget::nodes(400_000)) };
                let beam = Beam { width: 200, ..Beam::default() };
                let report = beam.solve(&request);
                (report.verdict, report.nodes)
            };
            let alone = report(1);
            assert!(alone.1 > 10_000, "{board}: too easy to need several threads");
            assert_eq!(report(2), alone, "{board}");
            assert_eq!(report(3), alone, "{board}");
        }
    }
}
