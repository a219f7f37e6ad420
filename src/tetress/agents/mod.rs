//! The agents: those of the report, each as its code is and repaired, and those that play well.

mod alpha_beta;
mod ending;
mod greedy;
mod hosted;
mod hybrid;
mod mcts;
mod minimax;
mod random;
mod uct;
mod zero;

pub use alpha_beta::AlphaBetaAgent;
pub use ending::ending_move;
pub use greedy::Greedy;
pub(super) use hosted::ANSWER_TIME;
pub use hosted::Hosted;
pub use hybrid::Hybrid;
pub use mcts::{Iterations, ReportMcts};
pub use minimax::ReportMinimax;
pub use random::Random;
pub use uct::UctAgent;
pub use zero::{ZeroAgent, ZeroPolicy};

use crate::game::tetress::{Colour, TetressPosition};

/// The number of cells with a token.
fn filled(position: &TetressPosition) -> usize {
    121 - position.empty().len()
}

/// The same tokens with this colour to move, some moves after the beginning: how many were made is forgotten.
fn as_mover(position: &TetressPosition, colour: Colour) -> TetressPosition {
    let [red, blue] = Colour::ALL.map(|colour| position.tokens(colour));
    TetressPosition::new(red, blue, 2 + colour.index() as u8)
        .expect("invariant: the tokens are those of a position")
}
