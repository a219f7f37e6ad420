//! Tic-Tac-Toe, small enough to know what perfect play is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::env::{Action, Game, Outcome, Player};
use crate::nn::{Encoder, EncodingRow, EncodingShape};

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

    /// The squares that a player has taken, as bits in rows.
    pub fn squares(&self, player: Player) -> u16 {
        match player {
            Player::First => self.crosses,
            Player::Second => self.noughts,
        }
    }

    /// The empty squares, 0 to 8, in rows.
    pub fn empty(&self) -> impl Iterator<Item = u16> + use<> {
        let taken = self.crosses | self.noughts;
        (0..9).filter(move |square| taken >> square & 1 == 0)
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

/// The game; a move is the number of an empty square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type State = Grid;

    fn action_count(&self) -> usize {
        9
    }

    fn start(&self) -> Grid {
        Grid::default()
    }

    fn mover(&self, grid: &Grid) -> Player {
        grid.mover()
    }

    fn for_each_move(&self, grid: &Grid, visit: impl FnMut(Action)) {
        if self.outcome(grid).is_none() {
            grid.empty().map(Action).for_each(visit);
        }
    }

    fn play(&self, grid: &Grid, square: Action) -> Grid {
        let mut after = *grid;
        match grid.mover() {
            Player::First => after.crosses |= 1 << square.0,
            Player::Second => after.noughts |= 1 << square.0,
        }
        after
    }

    fn outcome(&self, grid: &Grid) -> Option<Outcome> {
        let three = |squares: u16| LINES.iter().any(|line| squares & line == *line);
        if three(grid.crosses) {
            Some(Outcome::Won)
        } else if three(grid.noughts) {
            Some(Outcome::Lost)
        } else if grid.crosses | grid.noughts == FULL {
            Some(Outcome::DRAW)
        } else {
            None
        }
    }
}

/// Two planes, the squares of who moves and those of the opponent; a move lands on its square.
impl Encoder for TicTacToe {
    type State = Grid;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        EncodingShape { planes: 2, height: 3, width: 3, maps: 1, actions: 9, hints: 0 }
    }

    fn encode(&self, grid: &Grid, _goal: &(), row: EncodingRow<'_>) {
        let (own, other) = (grid.squares(grid.mover()), grid.squares(grid.mover().other()));
        for square in 0..9 {
            let cell = |squares: u16| f32::from(squares >> square & 1);
            row.planes[square] = cell(own);
            row.planes[9 + square] = cell(other);
            row.landing[square] = square as i64;
        }
        self.for_each_move(grid, |action| row.legal[action.index()] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of games that end with each outcome, by playing all of them.
    fn count(grid: Grid, wins: &mut [u32; 3]) {
        match TicTacToe.outcome(&grid) {
            Some(outcome) => wins[(2.0 * outcome.value()) as usize] += 1,
            None => TicTacToe.for_each_move(&grid, |action| count(TicTacToe.play(&grid, action), wins)),
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
        let grid =
            [4, 0, 8].into_iter().fold(TicTacToe.start(), |grid, to| TicTacToe.play(&grid, Action(to)));
        assert_eq!(grid.to_string(), "o..\n.x.\n..x");
    }

    #[test]
    fn the_encoding_is_seen_by_who_moves() {
        let grid = TicTacToe.play(&TicTacToe.start(), Action(4));
        let (mut planes, mut landing, mut legal) = ([0.0; 18], [0; 9], [false; 9]);
        let row =
            EncodingRow { planes: &mut planes, landing: &mut landing, legal: &mut legal, hints: &mut [] };
        TicTacToe.encode(&grid, &(), row);
        assert_eq!((planes[4], planes[9 + 4], planes.iter().sum::<f32>()), (0.0, 1.0, 1.0));
        assert_eq!(legal.iter().filter(|legal| **legal).count(), 8);
        assert!(!legal[4]);
    }
}
