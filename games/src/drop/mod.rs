//! Forwards: placements, where they come to rest, what they clear, and sequences of them.

pub(crate) mod landing;
mod perft;
pub(crate) mod placement;
pub(crate) mod play;
mod solution;

pub use landing::{MASK_WORDS, NO_LANDING};
pub use perft::perft;
pub use placement::{ActionId, Actions, MAX_ACTIONS, Placement, action_count};
pub use play::{ClearedRows, Landing, PlayError};
pub use solution::{Solution, SolutionError, SolutionStep};
