//! Connect Three: small enough to be solved by brute force.

use std::fmt;

use crate::env::{Action, Game, Outcome, Player};

/// Columns, and rows.
const SIDE: u16 = 4;

/// A position: discs as bits in rows from the bottom; the first player has the crosses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Discs {
    crosses: u16,
    noughts: u16,
}

/// The game: discs fall into one of four columns of four; three in a row, in any direction, win.
///
/// ```
/// use tetreach_agents::search::Minimax;
/// use tetreach_agents::toy::ConnectThree;
/// use tetreach_agents::Game;
///
/// let mut perfect = Minimax::new(ConnectThree);
/// assert_eq!(perfect.value(&ConnectThree.start()), 1.0, "the first player wins");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectThree;

/// Whether the discs have three in a row.
fn has_three(discs: u16) -> bool {
    // Columns from which a line of three can begin to the right, and to the left.
    const RIGHT: u16 = 0x3333;
    const LEFT: u16 = 0xcccc;
    let in_steps = |step: u32, from: u16| discs & discs >> step & discs >> (2 * step) & from != 0;
    in_steps(1, RIGHT) || in_steps(4, u16::MAX) || in_steps(5, RIGHT) || in_steps(3, LEFT)
}

impl Game for ConnectThree {
    type State = Discs;

    fn action_count(&self) -> usize {
        SIDE.into()
    }

    fn start(&self) -> Discs {
        Discs::default()
    }

    fn mover(&self, discs: &Discs) -> Player {
        if discs.crosses.count_ones() == discs.noughts.count_ones() { Player::First } else { Player::Second }
    }

    fn for_each_move(&self, discs: &Discs, visit: impl FnMut(Action)) {
        if self.outcome(discs).is_none() {
            let top = (discs.crosses | discs.noughts) >> (SIDE * (SIDE - 1));
            (0..SIDE).filter(|column| top >> column & 1 == 0).map(Action).for_each(visit);
        }
    }

    fn play(&self, discs: &Discs, column: Action) -> Discs {
        let taken = discs.crosses | discs.noughts;
        let cell =
            (0..SIDE).map(|row| 1 << (row * SIDE + column.0)).find(|cell| taken & cell == 0).unwrap_or(0);
        match self.mover(discs) {
            Player::First => Discs { crosses: discs.crosses | cell, ..*discs },
            Player::Second => Discs { noughts: discs.noughts | cell, ..*discs },
        }
    }

    fn outcome(&self, discs: &Discs) -> Option<Outcome> {
        if has_three(discs.crosses) {
            Some(Outcome::Won)
        } else if has_three(discs.noughts) {
            Some(Outcome::Lost)
        } else {
            (discs.crosses | discs.noughts == u16::MAX).then_some(Outcome::DRAW)
        }
    }
}

impl fmt::Display for Discs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..SIDE).rev() {
            for column in 0..SIDE {
                let of = |discs: u16| discs >> (row * SIDE + column) & 1 == 1;
                f.write_str(if of(self.crosses) {
                    "x"
                } else if of(self.noughts) {
                    "o"
                } else {
                    "."
                })?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_where_counting_cells_finds_them() {
        for discs in 0..=u16::MAX {
            let at = |row: i32, column: i32| {
                (0..4).contains(&row) && (0..4).contains(&column) && discs >> (row * 4 + column) & 1 == 1
            };
            let expected = (0..16).any(|cell| {
                let (row, column) = (cell / 4, cell % 4);
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .into_iter()
                    .any(|(up, right)| (0..3).all(|step| at(row + step * up, column + step * right)))
            });
            assert_eq!(has_three(discs), expected, "{discs:016b}");
        }
    }

    #[test]
    fn discs_fall_and_full_columns_take_none() {
        let discs = [0, 0, 0, 0]
            .into_iter()
            .fold(ConnectThree.start(), |discs, to| ConnectThree.play(&discs, Action(to)));
        assert_eq!(discs.to_string(), "o...\nx...\no...\nx...");
        assert_eq!(ConnectThree.moves(&discs), [1, 2, 3].map(Action));
    }
}
