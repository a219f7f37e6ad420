//! The space of states.

use rand::{Rng, RngExt};
use tetreach_agents::Space;

use crate::game::classic::{ClassicRules, State};
use crate::game::{Board, Piece};

/// All states of the rules' board and pieces, reachable or not.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpace {
    /// The rules.
    pub rules: ClassicRules,
}

impl Space for StateSpace {
    type Item = State;

    fn contains(&self, state: &State) -> bool {
        state.board.size() == self.rules.size() && state.next.is_some() == self.rules.shows_next
    }

    /// Every cell is filled with probability 1/2, and all pieces are as likely.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let size = self.rules.size();
        let board =
            Board::from_rows(size, std::iter::repeat_with(|| rng.random()).take(size.height().into()));
        let mut piece = || Piece::ALL[rng.random_range(0..7)];
        let (piece, next) = (piece(), self.rules.shows_next.then(piece));
        State { board, piece, next, supply: self.rules.randomizer.start(), is_over: false }
    }
}
