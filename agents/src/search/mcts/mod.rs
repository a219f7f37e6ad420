//! Tree search with a learned policy and value: PUCT as in AlphaZero and MuZero, and Gumbel MuZero's rules.
//!
//! Nodes lie in one arena, one for each state however it was reached, and statistics on the edges. A simulation is cut
//! in two: [`Tree::gather`] walks down to a state that must be judged, [`Tree::apply`] takes the judgement, opens the
//! state and carries its value back up. Between the two other leaves of the same tree, or of other trees, may be
//! gathered, so that an evaluator always gets a whole batch ([`Batcher`]).
//!
//! Where chance moves ([`PlanningProblem::CHANCE`](super::PlanningProblem::CHANCE)) simulations follow its
//! probabilities.
//!
//! What is proved is never searched again: a state with a winning move is won, a state all of whose moves are lost is
//! lost, and lost moves no longer count. Proofs end where chance moves.

mod arena;
mod backward;
mod batch;
mod chance;
mod edge;
mod evict;
mod gumbel;
mod node;
mod packed;
mod range;
mod report;
mod root;
mod select;
mod settings;
mod tree;

pub use batch::{Batcher, Round};
pub use report::{RootMove, TreeSize};
pub use root::gumbel;
pub use settings::{Backup, Interior, MctsError, MctsSettings, RootNoise, RootRule, Unvisited};
pub use tree::{Gathered, Ticket, Tree};
