//! The rules once more, written to be obviously right instead of fast: the reference for tests.
//!
//! It shares no table with the bitboard: cells are numbers in a list, and the tetrominoes are whatever four connected
//! cells there are.

use std::collections::BTreeSet;

use super::colour::Colour;
use super::position::GameEnd;

const SIDE: usize = 11;
const LAST_TURN: usize = 150;

/// Four cells, numbered row by row, in rising order.
pub type NaiveCells = [usize; 4];

/// A game as a list of cells.
///
/// ```
/// use tetreach_games::tetress::naive::{NaiveGame, naive_placements};
///
/// let placements = naive_placements();
/// assert_eq!(placements.len(), 2_299);
/// let mut game = NaiveGame::start();
/// game.play(&placements[7]);
/// assert_eq!(game.cells.iter().flatten().count(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaiveGame {
    /// The token of every cell, row by row.
    pub cells: Vec<Option<Colour>>,
    /// The number of moves made.
    pub turn: usize,
}

/// The cells above, below, to the left and to the right, around the torus.
fn neighbours(cell: usize) -> [usize; 4] {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let at = |row: usize, column: usize| row % SIDE * SIDE + column % SIDE;
    [at(row + SIDE - 1, column), at(row + 1, column), at(row, column + SIDE - 1), at(row, column + 1)]
}

/// All sets of four connected cells.
pub fn naive_placements() -> Vec<NaiveCells> {
    let mut sets: BTreeSet<Vec<usize>> = (0..SIDE * SIDE).map(|cell| vec![cell]).collect();
    for _ in 1..4 {
        let mut larger = BTreeSet::new();
        for set in &sets {
            for next in set.iter().flat_map(|cell| neighbours(*cell)).filter(|cell| !set.contains(cell)) {
                let mut grown = set.clone();
                grown.push(next);
                grown.sort_unstable();
                larger.insert(grown);
            }
        }
        sets = larger;
    }
    sets.into_iter().filter_map(|set| set.try_into().ok()).collect()
}

impl NaiveGame {
    /// The empty board.
    pub fn start() -> Self {
        NaiveGame { cells: vec![None; SIDE * SIDE], turn: 0 }
    }

    /// Who moves.
    pub fn mover(&self) -> Colour {
        if self.turn.is_multiple_of(2) { Colour::Red } else { Colour::Blue }
    }

    /// Whether the mover may make the placement.
    pub fn is_legal(&self, placement: &NaiveCells) -> bool {
        let own = Some(self.mover());
        let touches = |cell: usize| neighbours(cell).into_iter().any(|next| self.cells[next] == own);
        self.turn < LAST_TURN
            && placement.iter().all(|cell| self.cells[*cell].is_none())
            && (self.turn < 2 || placement.iter().any(|cell| touches(*cell)))
    }

    /// Makes a legal placement.
    pub fn play(&mut self, placement: &NaiveCells) {
        for cell in placement {
            self.cells[*cell] = Some(self.mover());
        }
        let row = |number: usize| (0..SIDE).map(move |column| number * SIDE + column);
        let column = |number: usize| (0..SIDE).map(move |row| row * SIDE + number);
        let mut cleared = Vec::new();
        for number in 0..SIDE {
            for line in [row(number).collect::<Vec<_>>(), column(number).collect()] {
                if line.iter().all(|cell| self.cells[*cell].is_some()) {
                    cleared.extend(line);
                }
            }
        }
        for cell in cleared {
            self.cells[cell] = None;
        }
        self.turn += 1;
    }

    /// How the game ended, given all placements there are.
    pub fn outcome(&self, placements: &[NaiveCells]) -> Option<GameEnd> {
        if self.turn == LAST_TURN {
            let count = |colour| self.cells.iter().filter(|cell| **cell == Some(colour)).count();
            let (red, blue) = (count(Colour::Red), count(Colour::Blue));
            return Some(if red > blue {
                GameEnd::Winner(Colour::Red)
            } else if blue > red {
                GameEnd::Winner(Colour::Blue)
            } else {
                GameEnd::Draw
            });
        }
        let stuck = !placements.iter().any(|placement| self.is_legal(placement));
        stuck.then(|| GameEnd::Winner(self.mover().other()))
    }
}
