//! A proved lower bound on the pieces, and on the cleared lines, of every way to a board.
//!
//! pieces = (cells + width * lines) / 4, so the question is how many lines must vanish. Each cleared line lies, while
//! it exists, over some number of rows of the final board, and that number never changes: call it the *gap* of the
//! line (gap `i` is directly under row `i`). Row after row the board says which gaps cannot have been empty; lines of
//! different gaps are different lines, so the demands of disjoint groups of gaps add up. `docs/bounds.md` has the
//! statements with their proofs, and the oracle checks the bound on every board of several sizes.

mod demand;
mod fragment;
mod next_pieces;
mod removal;
mod support;
pub mod unfolded;

use std::fmt;
use std::sync::LazyLock;

use crate::game::Board;
use demand::{Demand, fewest_assigned, fewest_demanded};
use fragment::{Fragments, broken_shapes};
pub use next_pieces::pieces_that_lead_on;
use removal::tile_part;
pub use removal::{Removal, build_without_clears, build_without_clears_until};
use support::{RowRule, one_line_fits};

/// Pieces that may be tried to tile one part of a board; a part that is not decided by then demands nothing.
const TILING_NODES: u64 = 2000;

static BROKEN: LazyLock<Vec<Vec<u16>>> = LazyLock::new(broken_shapes);

/// The fewest pieces and cleared lines that any way from the empty board to a board can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// At least this many pieces.
    pub pieces: u32,
    /// At least this many lines vanish.
    pub cleared: u32,
    /// The argument that gave it.
    pub reason: BoundReason,
}

/// The strongest argument behind a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundReason {
    /// Pieces bring four cells and lines take `width` away.
    Counting,
    /// Rows that cannot rest on each other, and cells that cannot all be left of whole pieces, demand lines.
    Gaps,
    /// The board does not split into whole pieces that can be dropped in some order.
    NoOrder,
}

impl fmt::Display for BoundReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoundReason::Counting => "counting cells",
            BoundReason::Gaps => "rows and fragments that demand cleared lines",
            BoundReason::NoOrder => "no way without cleared lines",
        })
    }
}

/// The proved lower bound for a board, whatever the height of the playing field.
pub fn lower_bound(board: &Board) -> LowerBound {
    let counted = board.fewest_clears();
    let mut reason = BoundReason::Counting;
    let mut cleared = counted;
    let demanded = demanded_lines(board);
    if demanded > cleared {
        cleared = next_possible(board, demanded);
        reason = BoundReason::Gaps;
    }
    if cleared == 0 && build_without_clears(board, TILING_NODES) == Removal::Impossible {
        cleared = next_possible(board, 1);
        reason = BoundReason::NoOrder;
    }
    LowerBound { pieces: board.pieces_with_clears(cleared), cleared, reason }
}

/// The fewest lines from `least` on for which the cells come out as whole pieces.
pub fn next_possible(board: &Board, least: u32) -> u32 {
    let width = u32::from(board.width());
    (least..least + 4).find(|lines| (board.cells() + width * lines).is_multiple_of(4)).unwrap_or(least)
}

/// The most lines below `lines` for which the cells come out as whole pieces.
pub fn previous_possible(board: &Board, lines: u32) -> Option<u32> {
    (0..lines).rev().find(|&fewer| next_possible(board, fewer) == fewer)
}

/// The lines that the gaps demand together.
fn demanded_lines(board: &Board) -> u32 {
    let height = board.stack_height();
    let rules: Vec<RowRule> = (0..height).map(|row| RowRule::of(board, row)).collect();
    let one_fits: Vec<bool> = (0..=height).map(|gap| one_line_fits(board, gap)).collect();
    let mut demands = Vec::new();
    for (first, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.gaps() > 0) {
        let last = (first + rule.gaps() - 1).min(height);
        let lines = if one_fits[first..=last].contains(&true) { 1 } else { 2 };
        demands.push(Demand { first, last, lines });
    }
    add_fragment_demands(board, &mut demands);
    add_component_demands(board, &mut demands);
    fewest_assigned(&rules, &one_fits, &demands).max(fewest_demanded(height + 1, &demands))
}

/// Adds the demands of cells that can only be left over from broken pieces.
///
/// If `size(c)` is the largest fragment that cell `c` can belong to, then a piece with fragment `g` lost
/// `4 - |g| = sum over c in g of (4/|g| - 1) >= sum of (4/size(c) - 1)` cells, all of them in gaps next to the rows of
/// `g`. A line has `width` cells to lose.
fn add_fragment_demands(board: &Board, demands: &mut Vec<Demand>) {
    let fragments = Fragments::of(board, &BROKEN);
    let height = board.stack_height();
    // Thirds of lost cells by first and last gap.
    let mut lost = vec![vec![0_u32; height + 1]; height + 1];
    for row in 0..height {
        for column in 0..usize::from(board.width()) {
            let thirds = match fragments.largest[row][column] {
                1 => 9,
                2 => 3,
                3 => 1,
                _ => continue,
            };
            let (low, high) = fragments.span[row][column];
            lost[usize::from(low)][usize::from(high) + 1] += thirds;
        }
    }
    for first in 0..=height {
        for last in first..=height {
            let thirds: u32 = lost[first..=last].iter().map(|ends| ends[..=last].iter().sum::<u32>()).sum();
            let lines = thirds.div_ceil(3 * u32::from(board.width()));
            if lines > 0 {
                demands.push(Demand { first, last, lines });
            }
        }
    }
}

/// Adds a line for every connected part that does not split into whole pieces that are held, unless the gaps around
/// it are known to have held one.
fn add_component_demands(board: &Board, demands: &mut Vec<Demand>) {
    let mut left: Vec<u16> = board.filled_rows().collect();
    while let Some(start) = left.iter().position(|&row| row != 0) {
        let part = connected_part(&left, start);
        left.iter_mut().zip(&part).for_each(|(row, taken)| *row &= !taken);
        let last = 1 + part.iter().rposition(|&row| row != 0).unwrap_or(start);
        if demands.iter().any(|demand| demand.first >= start && demand.last <= last) {
            continue;
        }
        let cells: u32 = part.iter().map(|row| row.count_ones()).sum();
        if !cells.is_multiple_of(4) || tile_part(board, part, TILING_NODES) == Removal::Impossible {
            demands.push(Demand { first: start, last, lines: 1 });
        }
    }
}

/// The cells connected by sides with the leftmost cell of row `start`, the lowest row that holds any.
fn connected_part(rows: &[u16], start: usize) -> Vec<u16> {
    let mut part = vec![0_u16; rows.len()];
    part[start] = rows[start] & rows[start].wrapping_neg();
    loop {
        let before = part.clone();
        for row in start..rows.len() {
            let below = if row > start { part[row - 1] } else { 0 };
            let above = part.get(row + 1).copied().unwrap_or(0);
            part[row] |= (part[row] << 1 | part[row] >> 1 | below | above) & rows[row];
        }
        if part == before {
            return part;
        }
    }
}
