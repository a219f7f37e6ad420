//! Positions that were searched before.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::score::Value;
use crate::env::Action;

/// What is known of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreBound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<S> {
    /// The whole position and not a hash of it, so that proofs are proofs.
    state: S,
    pub value: Value,
    pub bound: ScoreBound,
    pub depth: u32,
    pub best: Action,
    search: u32,
}

/// A table with one place per hash; newer searches and greater depths replace what is there.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable<S> {
    entries: Vec<Option<TableEntry<S>>>,
    search: u32,
}

impl<S: Copy + Eq + Hash> TranspositionTable<S> {
    pub fn new(bits: u32) -> Self {
        TranspositionTable { entries: vec![None; 1 << bits], search: 0 }
    }

    /// Tells that a new search begins.
    pub fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    pub fn get(&self, state: &S) -> Option<&TableEntry<S>> {
        self.entries[self.place(state)].as_ref().filter(|entry| entry.state == *state)
    }

    pub fn put(&mut self, state: &S, value: Value, bound: ScoreBound, depth: u32, best: Action) {
        let (place, search) = (self.place(state), self.search);
        let slot = &mut self.entries[place];
        if slot.as_ref().is_none_or(|old| old.search != search || depth >= old.depth) {
            *slot = Some(TableEntry { state: *state, value, bound, depth, best, search });
        }
    }

    fn place(&self, state: &S) -> usize {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish() as usize & (self.entries.len() - 1)
    }
}
