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
        let shape = self.orientation.shape();
        (0..shape.height).flat_map(move |row| {
            (0..shape.width)
                .filter(move |column| shape.row(row) >> column & 1 == 1)
                .map(move |column| (self.row + usize::from(row), self.column + usize::from(column)))
        })
    }
}

/// A depth-first search for a tiling, from the top row down and from left to right.
struct Tiling<'a> {
    board: &'a Board,
    /// The cells that no piece covers yet, bottom row first.
    left: Vec<u16>,
    chosen: Vec<Position>,
    /// Sets of cells that cannot be tiled.
    failed: HashSet<Box<[u16]>>,
    nodes: u64,
    most_nodes: u64,
}

/// How one branch of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Found,
    /// No tiling of what is left.
    Untileable,
    /// There are tilings, but together with the pieces chosen before all of them have cycles.
    Cyclic,
    Spent,
}

/// Looks for placements that build the board, or the given part of it over the rest, without clearing a line.
///
/// `part` holds the cells to be tiled, bottom row first; `board` is the whole board, which holds pieces up.
pub(super) fn tile_part(board: &Board, part: Vec<u16>, most_nodes: u64) -> Removal {
    let mut search =
        Tiling { board, left: part, chosen: Vec::new(), failed: HashSet::new(), nodes: 0, most_nodes };
    let top = search.left.len();
    match search.descend(top) {
        Branch::Found => Removal::Order(search.order().expect("invariant: a found tiling has an order")),
        Branch::Untileable | Branch::Cyclic => Removal::Impossible,
        Branch::Spent => Removal::Undecided,
    }
}

/// Looks for placements that build the board without clearing a line, with at most this many pieces tried.
pub fn build_without_clears(board: &Board, most_nodes: u64) -> Removal {
    if !board.cells().is_multiple_of(4) {
        return Removal::Impossible;
    }
    tile_part(board, board.filled_rows().collect(), most_nodes)
}

impl Tiling<'_> {
    /// Covers what is left below row `top`, whose rows from there on are covered already.
    fn descend(&mut self, top: usize) -> Branch {
        let Some(row) = (0..top).rev().find(|&row| self.left[row] != 0) else {
            return if self.order().is_some() { Branch::Found } else { Branch::Cyclic };
        };
        if self.nodes >= self.most_nodes {
            return Branch::Spent;
        }
        if self.failed.contains(&self.left[..=row]) {
            return Branch::Untileable;
        }
        let column = self.left[row].trailing_zeros() as usize;
        let mut result = Branch::Untileable;
        for orientation in Orientation::all() {
            let Some(position) = self.fit(orientation, row, column) else { continue };
            self.nodes += 1;
            self.toggle(position);
            self.chosen.push(position);
            match self.descend(row + 1) {
                Branch::Untileable => {}
                Branch::Cyclic => result = Branch::Cyclic,
                ended => return ended,
            }
            self.chosen.pop();
            self.toggle(position);
        }
        if result == Branch::Untileable {
            self.failed.insert(self.left[..=row].into());
        }
        result
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

    fn toggle(&mut self, position: Position) {
        let shape = position.orientation.shape();
        for offset in 0..shape.height {
            self.left[position.row + usize::from(offset)] ^= shape.row(offset) << position.column;
        }
    }

    /// The chosen pieces in a playable order, unless their being above one another has a cycle.
    fn order(&self) -> Option<Vec<ActionId>> {
        let mut owner = vec![[usize::MAX; 16]; self.board.stack_height()];
        for (piece, position) in self.chosen.iter().enumerate() {
            for (row, column) in position.cells() {
                owner[row][column] = piece;
            }
        }
        // `above[p]`: pieces that lie directly over p with nothing but empty cells between.
        let mut above = vec![Vec::new(); self.chosen.len()];
        let mut held_by = vec![0_usize; self.chosen.len()];
        for column in 0..usize::from(self.board.width()) {
            let mut below = usize::MAX;
            for row in owner.iter().map(|row| row[column]).filter(|&piece| piece != usize::MAX) {
                if below != usize::MAX && below != row {
                    above[below].push(row);
                    held_by[row] += 1;
                }
                below = row;
            }
        }
        let mut free: Vec<usize> =
            (0..self.chosen.len()).rev().filter(|&piece| held_by[piece] == 0).collect();
        let actions = Actions::of_width(self.board.width());
        let mut order = Vec::with_capacity(self.chosen.len());
        while let Some(piece) = free.pop() {
            let Position { orientation, column, .. } = self.chosen[piece];
            order.push(actions.id(Placement { orientation, column: column as u8 })?);
            for &upper in &above[piece] {
                held_by[upper] -= 1;
                if held_by[upper] == 0 {
                    free.push(upper);
                }
            }
        }
        (order.len() == self.chosen.len()).then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::solve::Solution;

    fn board(rows: &[u16]) -> Board {
        Board::from_rows(Size::STANDARD, rows.iter().copied())
    }

    #[test]
    fn the_empty_board_needs_nothing() {
        assert_eq!(build_without_clears(&board(&[]), 1), Removal::Order(vec![]));
    }

    #[test]
    fn a_found_order_replays() {
        let target = board(&[0b01_1101_1111, 0b00_0101_1011, 0b00_0100_0011]);
        match build_without_clears(&target, 10_000) {
            Removal::Order(order) => assert!(Solution::replay(&target, order).is_ok()),
            other => assert_eq!(target.cells() % 4, 1, "{other:?}"),
        }
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
