//! Answers that were given before.

use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Parts of the cache with a lock each, so that threads rarely wait for each other.
const SHARDS: usize = 16;

/// One answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CachedAnswer {
    pub log_policy: Box<[f32]>,
    pub q: Box<[f32]>,
    pub success: f32,
    pub distance: Option<f32>,
}

/// Answers by (state, goal), the least recently used forgotten first, more or less.
///
/// Each part keeps two generations: what is asked for moves to the young one, and when that is full it becomes the old
/// one and the old one is forgotten. That is nearly as good as keeping exact order, and much cheaper.
pub struct Cache<S, G> {
    shards: Vec<Mutex<Shard<S, G>>>,
    room: usize,
}

struct Shard<S, G> {
    young: FxHashMap<(S, G), Arc<CachedAnswer>>,
    old: FxHashMap<(S, G), Arc<CachedAnswer>>,
}

impl<S: Copy + Eq + Hash, G: Copy + Eq + Hash> Cache<S, G> {
    /// A cache for about `entries` answers; 0 keeps none.
    pub fn new(entries: usize) -> Self {
        let shard = || Mutex::new(Shard { young: FxHashMap::default(), old: FxHashMap::default() });
        Cache { shards: (0..SHARDS).map(|_| shard()).collect(), room: entries.div_ceil(2 * SHARDS) }
    }

    pub(super) fn get(&self, key: &(S, G)) -> Option<Arc<CachedAnswer>> {
        if self.room == 0 {
            return None;
        }
        let mut shard = self.shard(key).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = shard.young.get(key) {
            return Some(found.clone());
        }
        let found = shard.old.remove(key)?;
        shard.insert(*key, found.clone(), self.room);
        Some(found)
    }

    pub(super) fn insert(&self, key: (S, G), answer: Arc<CachedAnswer>) {
        if self.room > 0 {
            let mut shard = self.shard(&key).lock().unwrap_or_else(PoisonError::into_inner);
            shard.insert(key, answer, self.room);
        }
    }

    /// Forgets everything: the network has changed.
    pub fn clear(&self) {
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.young.clear();
            shard.old.clear();
        }
    }

    /// The number of answers kept.
    pub fn len(&self) -> usize {
        let of = |shard: &Mutex<Shard<S, G>>| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.young.len() + shard.old.len()
        };
        self.shards.iter().map(of).sum()
    }

    /// Whether no answer is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn shard(&self, key: &(S, G)) -> &Mutex<Shard<S, G>> {
        // The table inside uses the high bits as well, so these are taken from the middle.
        let hash = FxBuildHasher.hash_one(key);
        &self.shards[(hash >> 29) as usize % SHARDS]
    }
}

impl<S: Copy + Eq + Hash, G: Copy + Eq + Hash> Shard<S, G> {
    fn insert(&mut self, key: (S, G), answer: Arc<CachedAnswer>, room: usize) {
        if self.young.len() >= room {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young.insert(key, answer);
    }
}

impl<S, G> fmt::Debug for Cache<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("room", &self.room).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(distance: f32) -> Arc<CachedAnswer> {
        Arc::new(CachedAnswer { log_policy: [].into(), q: [].into(), success: 1.0, distance: Some(distance) })
    }

    #[test]
    fn what_is_asked_for_often_stays_and_the_size_is_kept() {
        let cache = Cache::new(320);
        for key in 0..10_000_u32 {
            cache.insert((key, ()), answer(key as f32));
            assert!(cache.get(&(0, ())).is_some(), "asked for every time");
            assert!(cache.get(&(key, ())).is_some_and(|found| found.distance == Some(key as f32)));
        }
        assert!(cache.len() <= 352, "{}", cache.len());
        assert!(cache.get(&(1, ())).is_none());
        cache.clear();
        assert!(cache.is_empty());
    }

    #[test]
    fn a_cache_without_room_keeps_nothing() {
        let cache = Cache::new(0);
        cache.insert((1, 2), answer(3.0));
        assert!(cache.get(&(1, 2)).is_none() && cache.is_empty());
    }
}
