//! Searches for puzzles that look at the most promising states first, by what a network says of them.
//!
//! [`BeamSearch`] goes on with a fixed number of states in each layer; [`BestFirst`] always opens the states with the
//! lowest cost: Levin tree search and PHS* (Orseau et al. 2018, Orseau and Lelis 2021), Q* (Agostinelli et al. 2021)
//! or weighted A*. In all of them one pass of the network scores all moves of a state, and a successor is made only
//! when its turn has come; states are judged in batches, and no state twice.

mod beam;
mod cost;
mod paths;
mod search;

pub use beam::{BeamSearch, BeamSettings, Beamed, Offers};
pub use cost::Cost;
pub use search::{BestFirst, BestFirstSettings};

use crate::env::Action;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The moves that lead from the root to the goal.
    Way(Vec<Action>),
    /// Nothing is left to search: within what the search looks at there is no way.
    Nothing,
    /// The limit was met first.
    Limit,
}

/// How much a search may spend.
pub struct SearchLimit<'a> {
    /// States that may be judged.
    pub judged: u64,
    /// Asked before every batch, with the number of states judged so far: whether to stop.
    pub stop: &'a mut dyn FnMut(u64) -> bool,
}

impl SearchLimit<'_> {
    /// How many of `wanted` states may still be judged after `judged`; 0 ends the search.
    fn allow(&mut self, judged: u64, wanted: usize) -> usize {
        if (self.stop)(judged) {
            return 0;
        }
        usize::try_from(self.judged.saturating_sub(judged)).unwrap_or(usize::MAX).min(wanted)
    }
}

impl std::fmt::Debug for SearchLimit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limit").field("judged", &self.judged).finish_non_exhaustive()
    }
}
