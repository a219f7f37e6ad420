//! Random games.

use rand::{Rng, RngExt};

use super::position::{Outcome, Position};

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Where it ended.
    pub last: Position,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays uniformly random moves from a position to the end of the game.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach_games::tetress::{Position, playout};
///
/// let game = playout(&Position::START, &mut rand_pcg::Pcg64Mcg::seed_from_u64(1));
/// assert_eq!(game.last.outcome(), Some(game.outcome));
/// ```
pub fn playout<R: Rng + ?Sized>(position: &Position, rng: &mut R) -> Playout {
    let mut last = *position;
    loop {
        let moves = last.moves();
        let count = moves.count();
        if count == 0 {
            let outcome = last.outcome().expect("invariant: a position without moves has ended");
            return Playout { last, outcome };
        }
        let rank = rng.random_range(0..count as u32) as usize;
        last = last.after(moves.nth(rank).expect("invariant: the rank is below the count"));
    }
}
