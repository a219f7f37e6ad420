//! A compact set of actions.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Action, ActionSet};

const WORDS: usize = 5;

/// A set of actions as bits, one for each of up to 320 actions: the legal ones, most often.
///
/// ```
/// use tetreach_agents::{Action, ActionMask};
///
/// let mut mask = ActionMask::first(162);
/// mask.remove(Action(0));
/// assert_eq!((mask.count(), mask.nth(0)), (161, Some(Action(1))));
/// assert_eq!((mask & !mask).iter().next(), None);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionMask {
    words: [u64; WORDS],
}

impl ActionMask {
    /// The largest number of actions that a mask can tell apart.
    pub const CAPACITY: usize = 64 * WORDS;

    /// The set without any action.
    pub const EMPTY: ActionMask = ActionMask { words: [0; WORDS] };

    /// The set of the first `count` actions; a count above the capacity means all.
    pub fn first(count: usize) -> Self {
        let words = std::array::from_fn(|i| match count.saturating_sub(64 * i) {
            0 => 0,
            1..=63 => (1 << (count - 64 * i)) - 1,
            _ => u64::MAX,
        });
        ActionMask { words }
    }

    /// The set whose bits are given, action 0 in the lowest bit of the first word.
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        ActionMask { words }
    }

    /// The bits, action 0 in the lowest bit of the first word.
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.words
    }

    /// Adds an action.
    ///
    /// # Panics
    /// If the action's number is not below [`ActionMask::CAPACITY`].
    #[inline]
    pub fn insert(&mut self, action: Action) {
        self.words[action.index() / 64] |= 1 << (action.index() % 64);
    }

    /// Takes an action out, if it is in.
    #[inline]
    pub fn remove(&mut self, action: Action) {
        if let Some(word) = self.words.get_mut(action.index() / 64) {
            *word &= !(1 << (action.index() % 64));
        }
    }

    /// Whether the action is in the set.
    #[inline]
    pub fn contains(&self, action: Action) -> bool {
        self.words.get(action.index() / 64).is_some_and(|word| word >> (action.index() % 64) & 1 == 1)
    }

    /// The number of actions in the set.
    #[inline]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no action.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// The actions in rising order.
    #[inline]
    pub fn iter(&self) -> MaskActions {
        MaskActions { words: self.words, at: 0 }
    }

    /// The action with `rank` smaller actions in the set, `None` if there are not that many.
    #[inline]
    pub fn nth(&self, rank: usize) -> Option<Action> {
        let mut rank = rank as u32;
        for (i, &word) in self.words.iter().enumerate() {
            let ones = word.count_ones();
            if rank < ones {
                return Some(Action((64 * i) as u16 + select(word, rank)));
            }
            rank -= ones;
        }
        None
    }

    /// A uniformly random action of the set, `None` if it is empty.
    #[inline]
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Action> {
        let count = self.count();
        if count == 0 { None } else { self.nth(rng.random_range(0..count as u32) as usize) }
    }
}

/// The position of the set bit of `word` that has `rank` set bits below it, by halving.
#[inline]
fn select(mut word: u64, mut rank: u32) -> u16 {
    let mut position = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let below = (word & ((1 << width) - 1)).count_ones();
        if rank >= below {
            rank -= below;
            word >>= width;
            position += width;
        }
    }
    position
}

impl ActionSet for ActionMask {
    #[inline]
    fn count(&self) -> usize {
        self.count()
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        self.contains(action)
    }

    #[inline]
    fn nth(&self, rank: usize) -> Option<Action> {
        self.nth(rank)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.iter()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl fmt::Debug for ActionMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|action| action.0)).finish()
    }
}

impl BitAnd for ActionMask {
    type Output = ActionMask;

    fn bitand(self, other: ActionMask) -> ActionMask {
        ActionMask { words: std::array::from_fn(|i| self.words[i] & other.words[i]) }
    }
}

impl BitOr for ActionMask {
    type Output = ActionMask;

    fn bitor(self, other: ActionMask) -> ActionMask {
        ActionMask { words: std::array::from_fn(|i| self.words[i] | other.words[i]) }
    }
}

impl Not for ActionMask {
    type Output = ActionMask;

    fn not(self) -> ActionMask {
        ActionMask { words: self.words.map(|word| !word) }
    }
}

impl FromIterator<Action> for ActionMask {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut mask = ActionMask::EMPTY;
        actions.into_iter().for_each(|action| mask.insert(action));
        mask
    }
}

impl IntoIterator for ActionMask {
    type Item = Action;
    type IntoIter = MaskActions;

    fn into_iter(self) -> MaskActions {
        self.iter()
    }
}

/// The actions of an [`ActionMask`] in rising order.
#[derive(Clone, Debug)]
pub struct MaskActions {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for MaskActions {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some(Action((64 * self.at) as u16 + bit));
            }
            self.at += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = ActionMask { words: self.words }.count();
        (count, Some(count))
    }
}

impl ExactSizeIterator for MaskActions {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_mask_behaves_like_a_sorted_set(numbers in proptest::collection::vec(0u16..320, 0..200),
                                            removed in proptest::collection::vec(0u16..400, 0..50)) {
            let mut mask: ActionMask = numbers.iter().copied().map(Action).collect();
            let mut set: BTreeSet<u16> = numbers.into_iter().collect();
            for number in removed {
                mask.remove(Action(number));
                set.remove(&number);
            }
            prop_assert_eq!(mask.count(), set.len());
            prop_assert_eq!(mask.is_empty(), set.is_empty());
            prop_assert_eq!(mask.iter().len(), set.len());
            prop_assert!(mask.iter().map(|action| action.0).eq(set.iter().copied()));
            for (rank, &number) in set.iter().enumerate() {
                prop_assert_eq!(mask.nth(rank), Some(Action(number)));
            }
            prop_assert_eq!(mask.nth(set.len()), None);
            for number in 0..400 {
                prop_assert_eq!(mask.contains(Action(number)), set.contains(&number));
            }
        }

        #[test]
        fn the_first_actions_are_those_below_the_count(count in 0usize..400) {
            let mask = ActionMask::first(count);
            prop_assert_eq!(mask.count(), count.min(ActionMask::CAPACITY));
            prop_assert!(!mask.contains(Action(count as u16)));
            prop_assert!((mask & !mask).is_empty());
            prop_assert_eq!(mask | !mask, ActionMask::first(ActionMask::CAPACITY));
        }
    }

    #[test]
    fn sampling_is_uniform_over_the_set() {
        let mask: ActionMask = [0, 63, 64, 200, 319].into_iter().map(Action).collect();
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let mut counts = [0; 320];
        for _ in 0..50_000 {
            counts[mask.sample(&mut rng).unwrap().index()] += 1;
        }
        for action in mask {
            // Five standard deviations of a binomial with n = 50,000 and p = 1/5.
            assert!((counts[action.index()] - 10_000_i32).abs() < 450);
        }
        assert_eq!(counts.iter().sum::<i32>(), 50_000);
        assert_eq!(ActionMask::EMPTY.sample(&mut rng), None);
    }
}
