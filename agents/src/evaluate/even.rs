//! No opinion about a game.

use crate::env::Game;
use crate::evaluate::{EvaluateError, Evaluations, Evaluator};

/// Finds all moves of a game equally good and the chances of both players even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvenEvaluator<G> {
    /// The game judged.
    pub game: G,
}

impl<G: Game> Evaluator for EvenEvaluator<G> {
    type State = G::State;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(G::State, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        let actions = self.game.action_count();
        out.clear(actions);
        for (state, ()) in pairs {
            let begin = out.log_policy.len();
            out.log_policy.resize(begin + actions, f32::NEG_INFINITY);
            out.q.resize(begin + actions, f32::NEG_INFINITY);
            let moves = self.game.moves(state);
            let each = -(moves.len() as f32).ln();
            for action in moves {
                out.log_policy[begin + action.index()] = each;
                out.q[begin + action.index()] = 0.5;
            }
            out.success.push(0.5);
        }
        Ok(())
    }
}
