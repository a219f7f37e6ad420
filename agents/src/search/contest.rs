//! Games of two for tree search with a learned evaluator.

use super::{Judgement, Moves, PlanningProblem, Successor};
use crate::env::{Action, Game, Outcome, Player};

/// A game for [`mcts::Tree`](super::mcts::Tree): AlphaZero on any game.
///
/// The evaluator is asked about the position alone. Its probability of success is that of who moves there, as are its
/// action values; draws count as their value says.
///
/// ```
/// use rand::SeedableRng;
/// use rand_pcg::Pcg64Mcg;
/// use tetreach_agents::search::Contest;
/// use tetreach_agents::search::mcts::{Batcher, MctsSettings, Tree};
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, EvenEvaluator, Game};
///
/// // Two crosses in the upper row: the third wins.
/// let grid = [0, 3, 1, 4].iter().fold(TicTacToe.start(), |grid, &square| TicTacToe.play(&grid, Action(square)));
/// let rng = Pcg64Mcg::seed_from_u64(1);
/// let mut trees = [Tree::new(Contest { game: TicTacToe }, grid, MctsSettings::default(), rng)?];
/// while Batcher::new(4).round(&mut trees, &mut EvenEvaluator { game: TicTacToe })?.proved == 0 {}
/// assert!(trees[0].is_won());
/// assert_eq!(trees[0].best_action(), Some(Action(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contest<G> {
    /// The rules.
    pub game: G,
}

impl<G: Game> PlanningProblem for Contest<G> {
    type State = G::State;
    type Seen = G::State;
    type Goal = ();

    fn question(&self, state: &G::State) -> (G::State, ()) {
        (*state, ())
    }

    fn judge(&self, state: &G::State, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        let mover = self.game.mover(state);
        judgement.candidates(moves);
        if mover == Player::Second {
            moves.qs_mut().iter_mut().for_each(|q| *q = mover.value(*q));
        }
        mover.value(judgement.success)
    }

    fn step(&self, state: &G::State, action: Action) -> Option<Successor<G::State>> {
        Some(Successor { state: self.game.play(state, action), reward: 0.0 })
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn mover(&self, state: &G::State) -> Player {
        self.game.mover(state)
    }
}
