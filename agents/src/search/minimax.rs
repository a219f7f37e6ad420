//! Perfect play in games that are small enough.

use rustc_hash::FxHashMap;

use crate::env::{Action, Game, Outcome, Player};

/// The exact values of the positions of a game, each searched once and kept.
///
/// ```
/// use tetreach_agents::search::Minimax;
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game};
///
/// let mut perfect = Minimax::new(TicTacToe);
/// let start = TicTacToe.start();
/// assert_eq!(perfect.value(&start), 0.5, "a draw");
/// let corner = TicTacToe.play(&start, Action(0));
/// assert_eq!(perfect.best_moves(&corner), [Action(4)], "only the centre holds the draw");
/// ```
#[derive(Clone, Debug)]
pub struct Minimax<G: Game> {
    game: G,
    values: FxHashMap<G::State, f32>,
}

impl<G: Game> Minimax<G> {
    /// Knows no position yet.
    pub fn new(game: G) -> Self {
        Minimax { game, values: FxHashMap::default() }
    }

    /// What a position is worth to the first player when both play perfectly: 1 a win, 0 a loss.
    pub fn value(&mut self, state: &G::State) -> f32 {
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let value = match self.game.outcome(state) {
            Some(outcome) => outcome.value(),
            None => {
                let mover = self.game.mover(state);
                let values = self.game.moves(state).into_iter().map(|action| self.after(state, action));
                best(mover, values)
            }
        };
        self.values.insert(*state, value);
        value
    }

    /// The moves that perfect play may make, in the order of the game; none if it is over.
    pub fn best_moves(&mut self, state: &G::State) -> Vec<Action> {
        let value = self.value(state);
        let mut moves = self.game.moves(state);
        moves.retain(|action| self.after(state, *action) == value);
        moves
    }

    /// All positions whose values are known, in no particular order.
    pub fn values(&self) -> impl Iterator<Item = (&G::State, f32)> {
        self.values.iter().map(|(state, value)| (state, *value))
    }

    fn after(&mut self, state: &G::State, action: Action) -> f32 {
        let next = self.game.play(state, action);
        self.value(&next)
    }
}

fn best(mover: Player, values: impl Iterator<Item = f32>) -> f32 {
    match mover {
        Player::First => values.fold(Outcome::Lost.value(), f32::max),
        Player::Second => values.fold(Outcome::Won.value(), f32::min),
    }
}

/// The exact value of a position, without memory: branches that perfect play avoids are cut (Knuth and Moore 1975).
///
/// ```
/// use tetreach_agents::search::alpha_beta;
/// use tetreach_agents::toy::TicTacToe;
/// use tetreach_agents::{Action, Game};
///
/// let edge_met_by_edge = [1, 3].iter().fold(TicTacToe.start(), |grid, &to| TicTacToe.play(&grid, Action(to)));
/// assert_eq!(alpha_beta(&TicTacToe, &edge_met_by_edge), 1.0, "the first player wins");
/// ```
pub fn alpha_beta<G: Game>(game: &G, state: &G::State) -> f32 {
    within(game, state, Outcome::Lost.value(), Outcome::Won.value())
}

/// The value of a position if it lies between `alpha` and `beta`, else a bound beyond the one that it crosses.
fn within<G: Game>(game: &G, state: &G::State, mut alpha: f32, mut beta: f32) -> f32 {
    if let Some(outcome) = game.outcome(state) {
        return outcome.value();
    }
    for action in game.moves(state) {
        let value = within(game, &game.play(state, action), alpha, beta);
        match game.mover(state) {
            Player::First => alpha = alpha.max(value),
            Player::Second => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    match game.mover(state) {
        Player::First => alpha,
        Player::Second => beta,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::TicTacToe;

    #[test]
    fn both_ways_agree_on_every_position_of_tic_tac_toe() {
        let mut perfect = Minimax::new(TicTacToe);
        perfect.value(&TicTacToe.start());
        let known: Vec<_> = perfect.values().map(|(grid, value)| (*grid, value)).collect();
        assert_eq!(known.len(), 5478, "the known number of positions");
        for (grid, value) in known {
            assert_eq!(alpha_beta(&TicTacToe, &grid), value, "{grid}");
            let best = perfect.best_moves(&grid);
            assert_eq!(best.is_empty(), TicTacToe.outcome(&grid).is_some());
            for action in best {
                assert_eq!(alpha_beta(&TicTacToe, &TicTacToe.play(&grid, action)), value);
            }
        }
    }
}
