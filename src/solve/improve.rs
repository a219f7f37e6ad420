//! Shortens a solution: replaces spans of it by ways between the same two boards that clear fewer lines.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use super::buckets::{Backwards, BucketSearch, Extent, Next};
use super::budget::Meter;
use super::construct::{MAX_ROWS, Peel, Window, WindowFrame};
use crate::game::{ActionId, Board, Solution};

/// How hard to look for shorter spans.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Improve {
    /// Fewest placements of a span.
    pub shortest: usize,
    /// Most placements of a span.
    pub longest: usize,
    /// Free rows above the span's boards that a new way may use.
    pub room: usize,
    /// States kept in each bucket of equal lines and pieces.
    pub width: usize,
}

impl Default for Improve {
    fn default() -> Self {
        Self { shortest: 3, longest: 30, room: 3, width: 60 }
    }
}

/// The ends of spans for which no shorter way was found with the same settings; a way with yet fewer lines than
/// were allowed then is not found either.
#[derive(Clone, Debug, Default)]
pub struct FailedSpans(FxHashSet<(Board, Board)>);

impl Improve {
    /// The shortest solution found until no span can be replaced or the budget ends.
    pub fn run(&self, solution: Solution, seed: u64, meter: &mut Meter) -> Solution {
        self.resume(solution, &mut FailedSpans::default(), seed, meter)
    }

    /// As [`Improve::run`], without the spans that were tried in vain before.
    pub fn resume(
        &self,
        mut solution: Solution,
        failed: &mut FailedSpans,
        seed: u64,
        meter: &mut Meter,
    ) -> Solution {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        while let Some(shorter) = self.replace_any_span(&solution, failed, &mut rng, meter) {
            solution = shorter;
        }
        solution
    }

    /// Tries all spans in random order and replaces the first that allows it.
    fn replace_any_span(
        &self,
        solution: &Solution,
        failed: &mut FailedSpans,
        rng: &mut impl Rng,
        meter: &mut Meter,
    ) -> Option<Solution> {
        let boards: Vec<Board> = solution.boards().collect();
        let lines: Vec<u32> = std::iter::once(0)
            .chain(solution.steps().iter().scan(0, |sum, step| {
                *sum += step.cleared().count();
                Some(*sum)
            }))
            .collect();
        // Fewer lines must still make whole pieces: at width 10 they come in twos.
        let least = 4 / crate::game::cell_divisor(solution.target().width());
        let mut spans: Vec<(usize, usize)> = (0..boards.len())
            .flat_map(|first| {
                (first + self.shortest..boards.len().min(first + self.longest + 1))
                    .map(move |last| (first, last))
            })
            .filter(|&(first, last)| lines[last] - lines[first] >= least)
            .collect();
        // Short spans are cheap to try; among equals chance decides.
        spans.shuffle(rng);
        spans.sort_by_key(|&(first, last)| last - first);
        let mut search = BucketSearch::default();
        search.end_at(meter.deadline());
        for (first, last) in spans {
            if meter.is_spent() {
                return None;
            }
            if failed.0.contains(&(boards[first], boards[last])) {
                continue;
            }
            let fewer = (lines[last] - lines[first] - least) as usize;
            if let Some(way) = self.reconnect(&boards[first], &boards[last], fewer, &mut search, meter) {
                let actions: Vec<ActionId> = solution.actions().collect();
                let replaced = [&actions[..first], &way, &actions[last..]].concat();
                let replayed = Solution::replay(solution.target(), replaced);
                return Some(replayed.expect("invariant: reverse moves replay"));
            }
            if !meter.is_spent() {
                failed.0.insert((boards[first], boards[last]));
            }
        }
        None
    }

    /// A way from one board to another that clears at most `lines` rows and leaves the rows that both share at the
    /// bottom alone.
    fn reconnect(
        &self,
        from: &Board,
        to: &Board,
        lines: usize,
        search: &mut BucketSearch<Reconnect>,
        meter: &mut Meter,
    ) -> Option<Vec<ActionId>> {
        let stack = from.stack_height().max(to.stack_height());
        let floor = (0..stack).find(|&row| from.row(row) != to.row(row))?;
        if stack - floor + 2 > MAX_ROWS {
            return None;
        }
        let frame = WindowFrame::above(to, floor, stack - floor + self.room);
        let problem = Reconnect {
            peel: Peel::new(frame, Window::of_board(to, floor)),
            goal: Window::of_board(from, floor),
        };
        let counted = meter.nodes();
        let before = search.generated();
        let reach = Extent { lines, width: self.width };
        let hits = search.run(&problem, Window::of_board(to, floor), reach, |hits, generated| {
            meter.count(counted + generated - before - meter.nodes());
            if hits.is_empty() && !meter.is_spent() { Next::Continue } else { Next::Stop }
        });
        let hit = hits.first().copied()?;
        Some(search.plan(&hit))
    }
}

/// The search from one window back to a certain other one.
#[derive(Clone, Copy, Debug)]
struct Reconnect {
    peel: Peel,
    goal: Window,
}

impl Backwards for Reconnect {
    type State = Window;
    type Key = Window;

    fn width(&self) -> u32 {
        self.peel.width()
    }

    fn cells(&self, window: &Window) -> u32 {
        window.cells()
    }

    fn key(&self, window: &Window) -> Window {
        *window
    }

    /// As unpromising as for peeling, and the more so the more cells are not yet as they should be.
    #[inline]
    fn cost(&self, window: &Window) -> u32 {
        self.peel.cost(window) + 4 * (window.0 ^ self.goal.0).count_ones()
    }

    fn is_hit(&self, window: &Window) -> bool {
        *window == self.goal
    }

    #[inline]
    fn for_each_predecessor(
        &self,
        window: &Window,
        most_cleared: usize,
        visit: impl FnMut(Window, ActionId, usize),
    ) {
        self.peel.for_each_predecessor(window, most_cleared, visit);
    }
}
