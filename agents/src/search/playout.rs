//! Games of two for plain tree search.

use super::uct::SearchProblem;
use crate::env::{Action, Game, Outcome, Player};

/// A game for [`Uct`](super::uct::Uct), which values positions by playing at random.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::search::uct::{Uct, UctSettings};
/// use tetreach_agents::search::Playout;
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game};
///
/// // Two crosses in the upper row: the third wins.
/// let grid = [0, 3, 1, 4].iter().fold(TicTacToe.start(), |grid, &square| TicTacToe.play(&grid, Action(square)));
/// let mut search = Uct::new(Playout(TicTacToe), grid, UctSettings::default())?;
/// search.run(500, &mut Pcg64Mcg::seed_from_u64(1), || false);
/// assert_eq!(search.best_move(), Some(Action(2)));
/// # Ok::<(), tetreach_agents::search::uct::UctError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout<G>(pub G);

impl<G: Game> SearchProblem for Playout<G> {
    type State = G::State;
    type Move = Action;

    fn moves(&self, state: &G::State, moves: &mut Vec<Action>) {
        self.0.for_each_move(state, |action| moves.push(action));
    }

    fn apply(&self, state: &mut G::State, action: Action) {
        *state = self.0.play(state, action);
    }

    fn outcome(&self, state: &G::State) -> Option<f64> {
        self.0.outcome(state).map(Outcome::value).map(f64::from)
    }

    fn mover(&self, state: &G::State) -> Player {
        self.0.mover(state)
    }
}
