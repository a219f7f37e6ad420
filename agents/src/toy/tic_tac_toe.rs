//! Tic-Tac-Toe, small enough to know what perfect play is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::uct::{Player, SearchProblem};

/// Three in a row: rows, columns, diagonals, as bits of the nine squares.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// A position; the first player has the crosses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid {
    crosses: u16,
    noughts: u16,
}

impl Grid {
    /// Who moves.
    pub fn mover(&self) -> Player {
        if self.crosses.count_ones() == self.noughts.count_ones() { Player::First } else { Player::Second }
    }

    /// The empty squares, 0 to 8, in rows.
    pub fn empty(&self) -> impl Iterator<Item = u8> + use<> {
        let taken = self.crosses | self.noughts;
        (0..9).filter(move |square| taken >> square & 1 == 0)
    }

    /// The position after the mover takes an empty square.
    pub fn after(mut self, square: u8) -> Self {
        match self.mover() {
            Player::First => self.crosses |= 1 << square,
            Player::Second => self.noughts |= 1 << square,
        }
        self
    }

    /// The value for the first player if the game is over: 1 won, 0 lost, a half drawn.
    pub fn outcome(&self) -> Option<f64> {
        let three = |squares: u16| LINES.iter().any(|line| squares & line == *line);
        if three(self.crosses) {
            Some(1.0)
        } else if three(self.noughts) {
            Some(0.0)
        } else if self.crosses | self.noughts == FULL {
            Some(0.5)
        } else {
            None
        }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..9 {
            let of = |squares: u16| squares >> square & 1 == 1;
            f.write_str(if of(self.crosses) {
                "x"
            } else if of(self.noughts) {
                "o"
            } else {
                "."
            })?;
            if square % 3 == 2 && square < 8 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

impl SearchProblem for TicTacToe {
    type State = Grid;
    type Move = u8;

    fn moves(&self, state: &Grid, moves: &mut Vec<u8>) {
        if state.outcome().is_none() {
            moves.extend(state.empty());
        }
    }

    fn apply(&self, state: &mut Grid, square: u8) {
        *state = state.after(square);
    }

    fn outcome(&self, state: &Grid) -> Option<f64> {
        state.outcome()
    }

    fn mover(&self, state: &Grid) -> Player {
        state.mover()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of games that end with each outcome, by playing all of them.
    fn count(grid: Grid, wins: &mut [u32; 3]) {
        match grid.outcome() {
            Some(value) => wins[(2.0 * value) as usize] += 1,
            None => grid.empty().for_each(|square| count(grid.after(square), wins)),
        }
    }

    #[test]
    fn all_games_end_as_they_are_known_to() {
        let mut wins = [0; 3];
        count(Grid::default(), &mut wins);
        assert_eq!(wins, [77_904, 46_080, 131_184]);
    }

    #[test]
    fn a_grid_is_shown_in_rows() {
        let grid = [4, 0, 8].into_iter().fold(Grid::default(), Grid::after);
        assert_eq!(grid.to_string(), "o..\n.x.\n..x");
    }
}
