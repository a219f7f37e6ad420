//! Problems with a known model, and searches in them.
//!
//! - [`mcts`]: tree search with a learned policy and value
//! - [`best_first`]: best-first searches and beams with a learned evaluator
//! - [`uct`]: plain Monte Carlo tree search
//! - [`mod@alpha_beta`]: games too large to be seen through
//! - [`Minimax`], [`alpha_beta()`]: perfect play in small games
//! - [`Expectation`]: a few moves ahead where chance moves in between
//!
//! An [`AfterstateTask`](crate::AfterstateTask) is searched through [`Afterstates`] by [`mcts`].
//! A [`Game`](crate::Game) is searched through [`Playout`] by plain search and through [`Contest`] by [`mcts`].

mod afterstates;
pub mod alpha_beta;
pub mod best_first;
mod contest;
mod expectation;
pub mod mcts;
mod minimax;
mod moves;
mod planning;
mod playout;
pub mod uct;

pub use crate::env::{Outcome, Player};
pub use afterstates::{AfterstateNode, Afterstates};
pub use contest::Contest;
pub use expectation::{AfterstateValue, Expectation};
pub use minimax::{Minimax, alpha_beta};
pub use moves::{Candidate, Moves};
pub use planning::{Judgement, PlanningProblem, Pursuit, Successor, ValueScale};
pub use playout::Playout;
