//! Random games.

use rand::{Rng, RngExt};

use super::position::{GameEnd, TetressPosition};

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// Where it ended.
    pub last: TetressPosition,
    /// How it ended.
    pub outcome: GameEnd,
}

/// Plays uniformly random moves from a position to the end of the game.
///
/// ```
/// use rand::SeedableRng;
/// use tetreach_games::tetress::{TetressPosition, playout};
///
/// let game = playout(&TetressPosition::START, &mut rand_pcg::Pcg64Mcg::seed_from_u64(1));
/// assert_eq!(game.last.outcome(), Some(game.outcome));
/// ```
pub fn playout<R: Rng + ?Sized>(position: &TetressPosition, rng: &mut R) -> RandomGame {
    let mut last = *position;
    loop {
        let moves = last.moves();
        let count = moves.count();
        if count == 0 {
            let outcome = last.outcome().expect("invariant: a position without moves has ended");
            return RandomGame { last, outcome };
        }
        let rank = rng.random_range(0..count as u32) as usize;
        last = last.after(moves.nth(rank).expect("invariant: the rank is below the count"));
    }
}
