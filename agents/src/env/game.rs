//! Games of two.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Action, Outcome, Player};

/// A deterministic game of two players with opposite aims, everything in view.
///
/// Outcomes are stated for the first player and lie between 0, a loss, and 1, a win. Searches take a game through
/// [`Playout`](crate::search::Playout) or [`Contest`](crate::search::Contest), learners through
/// [`GameTask`](super::GameTask).
///
/// ```
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game, Outcome, Player};
///
/// let mut grid = TicTacToe.start();
/// for square in [4, 0, 2, 1, 6] {
///     grid = TicTacToe.play(&grid, Action(square));
/// }
/// assert_eq!(TicTacToe.outcome(&grid), Some(Outcome::Won), "{grid}");
/// assert_eq!(TicTacToe.moves(&grid), [], "the game is over");
/// assert_eq!(TicTacToe.mover(&TicTacToe.start()), Player::First);
/// ```
pub trait Game {
    /// A position with all that decides what can follow: stored in every node of a search, so compact.
    type State: Copy + Eq + Hash + Debug;

    /// The number of actions, legal or not.
    fn action_count(&self) -> usize;

    /// Where a game begins.
    fn start(&self) -> Self::State;

    /// Who moves.
    fn mover(&self, state: &Self::State) -> Player;

    /// Visits the legal moves, each once and always in the same order: none if the game is over, else at least one.
    fn for_each_move(&self, state: &Self::State, visit: impl FnMut(Action));

    /// Where a legal move leads.
    fn play(&self, state: &Self::State, action: Action) -> Self::State;

    /// How the game ended for the first player, `None` if it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The legal moves as a list.
    fn moves(&self, state: &Self::State) -> Vec<Action> {
        let mut moves = Vec::new();
        self.for_each_move(state, |action| moves.push(action));
        moves
    }
}

impl<G: Game> Game for &G {
    type State = G::State;

    fn action_count(&self) -> usize {
        (**self).action_count()
    }

    fn start(&self) -> G::State {
        (**self).start()
    }

    fn mover(&self, state: &G::State) -> Player {
        (**self).mover(state)
    }

    fn for_each_move(&self, state: &G::State, visit: impl FnMut(Action)) {
        (**self).for_each_move(state, visit);
    }

    fn play(&self, state: &G::State, action: Action) -> G::State {
        (**self).play(state, action)
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        (**self).outcome(state)
    }
}
