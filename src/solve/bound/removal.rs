//! Boards that are built without clearing a line: exact search for a tiling and an order.
//!
//! Without clears every piece is still whole on the final board. Two facts make the question one about tilings:
//!
//! - A piece that landed was held by a cell directly under one of its own, or by the floor. That cell is still
//!   there at the end. So which positions are *held* can be read off the final board.
//! - A piece with a cell above a cell of another one in some column landed later. If this relation has no cycle,
//!   any order that respects it is playable: nothing lies above a piece when it lands, and what holds it is there.
//!
//! So a board can be built without clears exactly if its cells split into held tetrominoes without such a cycle.

use std::collections::HashSet;

use crate::game::{ActionId, Actions, Board, Orientation, Placement};
use crate::solve::budget::Deadline;

/// What the search for a way without clears found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Placements that build the board without clearing a line.
    Order(Vec<ActionId>),
    /// There are none.
    Impossible,
    /// The nodes ran out first.
    Undecided,
}

/// The position of a tetromino on the board: orientation, lowest row, leftmost column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    orientation: Orientation,
    row: usize,
    column: usize,
}

impl Position {
    /// The cells as (row, column).
    fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let places = self.orientation.shape().places();
        places.map(move |(row, column)| (self.row + row, self.column + column))
    }
}

/// Pieces tried between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// Marks a cell that no chosen piece covers.
const NOBODY: u8 = u8::MAX;

/// A depth-first search for a tiling, from the top row down and from left to right.
struct Tiling<'a> {
    board: &'a Board,
    /// The cells that no piece covers yet, bottom row first.
    left: Vec<u16>,
    chosen: Vec<Position>,
    /// Which chosen piece covers each cell.
    owner: Vec<[u8; 16]>,
    /// Sets of cells that cannot be tiled.
    failed: HashSet<Box<[u16]>>,
    nodes: u64,
    most_nodes: u64,
    deadline: Deadline,
}

/// How one branch of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Found,
    /// Nothing was found, and no piece chosen earlier than this one is to blame; `usize::MAX` if none is at all.
    Failed(usize),
    Spent,
}

/// Looks for placements that build the board, or the given part of it over the rest, without clearing a line.
///
/// `part` holds the cells to be tiled, bottom row first; `board` is the whole board, which holds pieces up.
pub(super) fn tile_part(board: &Board, part: Vec<u16>, most_nodes: u64) -> Removal {
    tile_part_until(board, part, most_nodes, Deadline::default())
}

fn tile_part_until(board: &Board, part: Vec<u16>, most_nodes: u64, deadline: Deadline) -> Removal {
    let top = part.len();
    let owner = vec![[NOBODY; 16]; top];
    let (chosen, failed) = (Vec::new(), HashSet::new());
    let mut search = Tiling { board, left: part, chosen, owner, failed, nodes: 0, most_nodes, deadline };
    match search.descend(top) {
        Branch::Found => Removal::Order(search.order()),
        Branch::Failed(_) => Removal::Impossible,
        Branch::Spent => Removal::Undecided,
    }
}

/// Looks for placements that build the board without clearing a line, with at most this many pieces tried.
pub fn build_without_clears(board: &Board, most_nodes: u64) -> Removal {
    build_without_clears_until(board, most_nodes, Deadline::default())
}

/// The same, undecided also where the time is over first.
pub fn build_without_clears_until(board: &Board, most_nodes: u64, deadline: Deadline) -> Removal {
    if !board.cells().is_multiple_of(4) {
        return Removal::Impossible;
    }
    tile_part_until(board, board.filled_rows().collect(), most_nodes, deadline)
}

impl Tiling<'_> {
    /// Covers what is left below row `top`, whose rows from there on are covered already.
    fn descend(&mut self, top: usize) -> Branch {
        let Some(row) = (0..top).rev().find(|&row| self.left[row] != 0) else { return Branch::Found };
        let is_late = self.nodes.is_multiple_of(NODES_PER_LOOK) && self.deadline.is_past();
        if self.nodes >= self.most_nodes || is_late {
            return Branch::Spent;
        }
        if self.failed.contains(&self.left[..=row]) {
            return Branch::Failed(usize::MAX);
        }
        let depth = self.chosen.len();
        let column = self.left[row].trailing_zeros() as usize;
        let mut blamed = usize::MAX;
        for orientation in Orientation::all() {
            let Some(position) = self.fit(orientation, row, column) else { continue };
            self.nodes += 1;
            self.set(position, depth as u8);
            self.chosen.push(position);
            let branch = match self.oldest_in_cycle(depth) {
                Some(oldest) => Branch::Failed(oldest),
                None => self.descend(row + 1),
            };
            match branch {
                Branch::Failed(oldest) => blamed = blamed.min(oldest),
                ended => return ended,
            }
            self.chosen.pop();
            self.set(position, NOBODY);
        }
        if blamed < depth {
            return Branch::Failed(blamed);
        }
        // Only pieces chosen from here on were to blame: these cells cannot be tiled, whatever lies above.
        self.failed.insert(self.left[..=row].into());
        Branch::Failed(usize::MAX)
    }

    /// The position whose leftmost cell of the top row is this one, if its cells are left and it is held.
    fn fit(&self, orientation: Orientation, row: usize, column: usize) -> Option<Position> {
        let shape = orientation.shape();
        let first = usize::from(shape.height) - 1;
        let position = Position {
            orientation,
            row: row.checked_sub(first)?,
            column: column.checked_sub(shape.row(shape.height - 1).trailing_zeros() as usize)?,
        };
        let fits = (0..shape.height).all(|offset| {
            let cells = u32::from(shape.row(offset)) << position.column;
            u32::from(self.left[position.row + usize::from(offset)]) & cells == cells
        });
        (fits && self.is_held(position)).then_some(position)
    }

    fn is_held(&self, position: Position) -> bool {
        let shape = position.orientation.shape();
        (0..usize::from(shape.width)).any(|offset| {
            let lowest = position.row + usize::from(shape.bottoms[offset]);
            lowest == 0 || self.board.is_filled(lowest - 1, position.column + offset)
        })
    }

    /// Gives the cells of a position to a chosen piece, or back.
    fn set(&mut self, position: Position, owner: u8) {
        for (row, column) in position.cells() {
            self.left[row] ^= 1 << column;
            self.owner[row][column] = owner;
        }
    }

    /// The chosen pieces that come next under this one in some column.
    fn next_below(&self, piece: usize) -> impl Iterator<Item = usize> + '_ {
        let position = self.chosen[piece];
        let shape = position.orientation.shape();
        (0..usize::from(shape.width)).filter_map(move |offset| {
            let lowest = position.row + usize::from(shape.bottoms[offset]);
            let column = self.owner[..lowest].iter().rev().map(|row| row[position.column + offset]);
            column.map(usize::from).find(|&owner| owner != usize::from(NOBODY))
        })
    }

    /// The earliest chosen piece of a cycle of pieces lying over one another that this piece closes, if it does.
    fn oldest_in_cycle(&self, piece: usize) -> Option<usize> {
        // Each entry is a piece under `piece` with the earliest one on the path to it.
        let mut open: Vec<(usize, usize)> = self.next_below(piece).map(|below| (below, below)).collect();
        let mut seen = Vec::new();
        while let Some((below, oldest)) = open.pop() {
            if below == piece {
                return Some(oldest);
            }
            if !seen.contains(&below) {
                seen.push(below);
                open.extend(self.next_below(below).map(|next| (next, oldest.min(next))));
            }
        }
        None
    }

    /// The chosen pieces, which have no cycle, in a playable order: whatever lies under a piece comes before it.
    fn order(&self) -> Vec<ActionId> {
        let actions = Actions::of_width(self.board.width());
        let mut order = Vec::with_capacity(self.chosen.len());
        let mut listed = vec![false; self.chosen.len()];
        while order.len() < self.chosen.len() {
            for piece in (0..self.chosen.len()).rev() {
                if !listed[piece] && self.next_below(piece).all(|below| listed[below]) {
                    let Position { orientation, column, .. } = self.chosen[piece];
                    let placement = Placement { orientation, column: column as u8 };
                    order.push(actions.id(placement).expect("invariant: a fitted piece lies in the columns"));
                    listed[piece] = true;
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Size, Solution};

    fn board(rows: &[u16]) -> Board {
        Board::from_rows(Size::STANDARD, rows.iter().copied())
    }

    #[test]
    fn the_empty_board_needs_nothing() {
        assert_eq!(build_without_clears(&board(&[]), 1), Removal::Order(vec![]));
    }

    #[test]
    fn a_found_order_replays() {
        // A lying J that hangs out over an S, beside a tower of two O.
        let target = board(&[0b11_0000_0011, 0b11_0000_0110, 0b11_0000_1110, 0b11_0000_0010]);
        let Removal::Order(order) = build_without_clears(&target, 10_000) else {
            panic!("four pieces build it");
        };
        assert_eq!(Solution::replay(&target, order).unwrap().pieces(), 4);
    }

    #[test]
    fn an_overhang_that_nothing_holds_is_impossible() {
        // Two towers of one I each, and a lying I that would hang in the air between them if it were lower.
        let bridge = board(&[1 | 8, 1 | 8, 1 | 8, 1 | 8, 0b1111]);
        assert!(matches!(build_without_clears(&bridge, 1000), Removal::Order(_)));
        let floating = board(&[1, 1, 1, 0b1_1110 | 1]);
        assert_eq!(build_without_clears(&floating, 1000), Removal::Impossible);
    }
}
