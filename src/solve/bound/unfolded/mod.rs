//! The unfolded stack: all rows that ever exist on a way, in their order, final rows and vanished lines alike.
//!
//! Rows come into being on top of all others and never change places, so a way to a board with `k` vanished lines is a
//! splitting of the cells of these rows into pieces, and an order of the pieces that gravity allows (`docs/bounds.md`
//! has the conditions). A [`StackWindow`] keeps some neighbouring rows of it and asks less of pieces that reach beyond
//! them; if not even that can be met, no way shares its lines out so.
//!
//! - [`PiecePart`]: what lies of a piece in a window
//! - [`Formula`]: the conditions as clauses, with an order of cells that must have no cycle
//! - [`decide`]: whether they can be met, by a SAT solver with `Precedence` as its theory
//! - [`WindowRefutation`]: why not, in steps that anyone can repeat
//! - [`LineShares`]: which numbers of lines in the gaps are left when some are refuted
//! - [`Prover`]: refutes shares until none with fewer lines is left, or one is a way
//! - [`Witness`]: what it refuted, to be checked without it

mod decision;
mod encoding;
mod formula;
mod part;
mod precedence;
mod prover;
mod refutation;
mod shares;
mod window;
mod witness;

pub use decision::{WindowDecision, decide};
pub use formula::{Before, Formula, Literal};
pub use part::{PiecePart, WindowCell};
use precedence::Precedence;
pub use prover::Prover;
pub use refutation::{CycleLemma, WindowRefutation, WindowRefutationError};
pub use shares::LineShares;
pub use window::{StackRow, StackWindow};
pub use witness::{RefutedWindow, Witness, WitnessError};
