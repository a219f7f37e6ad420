//! The states met so far, and how each was reached.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::env::Action;

/// The number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathId(pub u32);

/// A state with the best way to it.
#[derive(Clone, Debug)]
pub(super) struct Path<S> {
    pub state: S,
    pub parent: Option<PathId>,
    pub action: Action,
    pub depth: u32,
    /// The logarithm of the probability that the policy goes this way.
    pub log_policy: f32,
}

/// All states, each once.
#[derive(Clone, Debug)]
pub(super) struct Paths<S> {
    all: Vec<Path<S>>,
    by_state: HashTable<PathId>,
}

impl<S: Copy + Eq + Hash> Paths<S> {
    pub fn new(root: S) -> Self {
        let mut paths = Paths { all: Vec::new(), by_state: HashTable::new() };
        paths.insert(Path { state: root, parent: None, action: Action(0), depth: 0, log_policy: 0.0 });
        paths
    }

    pub const ROOT: PathId = PathId(0);

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn find(&self, state: &S) -> Option<PathId> {
        let hash = FxBuildHasher.hash_one(state);
        self.by_state.find(hash, |id| self.all[id.0 as usize].state == *state).copied()
    }

    /// Adds a state that is not there yet.
    pub fn insert(&mut self, path: Path<S>) -> PathId {
        let id = PathId(self.all.len() as u32);
        let hash = FxBuildHasher.hash_one(path.state);
        self.all.push(path);
        let all = &self.all;
        self.by_state.insert_unique(hash, id, |id| FxBuildHasher.hash_one(all[id.0 as usize].state));
        id
    }

    pub fn get(&self, id: PathId) -> &Path<S> {
        &self.all[id.0 as usize]
    }

    /// Puts a shorter way in the place of the one that was known.
    pub fn reroute(&mut self, id: PathId, parent: PathId, action: Action, log_policy: f32) {
        let depth = self.get(parent).depth + 1;
        let path = &mut self.all[id.0 as usize];
        (path.parent, path.action, path.depth, path.log_policy) = (Some(parent), action, depth, log_policy);
    }

    /// The moves from the root to a state.
    pub fn line(&self, id: PathId) -> Vec<Action> {
        let mut line = Vec::new();
        let mut path = self.get(id);
        while let Some(parent) = path.parent {
            line.push(path.action);
            path = self.get(parent);
        }
        line.reverse();
        line
    }
}
