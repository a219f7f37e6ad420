//! How much each side can still do.

use tetreach_agents::search::alpha_beta::{Heuristic, Judged};

use super::game::{Tetress, outcome};
use crate::game::tetress::TetressPosition;

/// Values a position by the number of moves of both sides.
///
/// The value is the difference of their square roots: one more of ten moves counts for more than one more of three
/// hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility;

/// The value of a difference of one square root.
const UNIT: f64 = 100.0;

impl Mobility {
    fn value(own: usize, other: usize) -> i32 {
        (((own as f64).sqrt() - (other as f64).sqrt()) * UNIT) as i32
    }
}

impl Heuristic<Tetress> for Mobility {
    fn estimate(&self, _game: &Tetress, position: &TetressPosition) -> i32 {
        let own = position.moves().count();
        Mobility::value(own, position.moves_of(position.mover().other()).count())
    }

    fn judge(&self, _game: &Tetress, position: &TetressPosition) -> Judged {
        let own = position.moves().count();
        if own == 0 {
            let ended = position.outcome().expect("invariant: a position without moves has ended");
            return Judged::Ended(outcome(ended));
        }
        Judged::Estimate(Mobility::value(own, position.moves_of(position.mover().other()).count()))
    }
}
