//! Spaces: what an environment accepts as an action and shows as an observation.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Action, ActionSet};

/// What is wrong with the description of a space.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpaceError {
    /// A discrete space is empty or larger than action numbers reach.
    #[error("a discrete space has 1 to {} actions, not {count}", Discrete::MOST)]
    ActionCount {
        /// The number of actions asked for.
        count: usize,
    },
}

/// A set of values that can be tested for membership and sampled from.
pub trait Space {
    /// The kind of value in the space.
    type Item;

    /// Whether `item` belongs to the space.
    fn contains(&self, item: &Self::Item) -> bool;

    /// A random member of the space.
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Self::Item;
}

/// The actions `0..n`.
///
/// ```
/// use tetreach_agents::{Action, Discrete, Space};
///
/// let space = Discrete::new(2299)?;
/// assert!(space.contains(&Action(2298)) && !space.contains(&Action(2299)));
/// # Ok::<(), tetreach_agents::SpaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Discrete {
    count: u16,
}

impl Discrete {
    /// The largest number of actions: as many as an [`Action`] can number.
    pub const MOST: usize = u16::MAX as usize;

    /// The space of `count` actions, at most [`Discrete::MOST`].
    pub fn new(count: usize) -> Result<Self, SpaceError> {
        if count == 0 || count > Self::MOST {
            return Err(SpaceError::ActionCount { count });
        }
        Ok(Discrete { count: count as u16 })
    }

    /// The number of actions.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// All actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        (0..self.count).map(Action)
    }

    /// A uniformly random action of the space among those in `legal`, `None` if there is none.
    pub fn sample_masked<L: ActionSet, R: Rng + ?Sized>(&self, legal: &L, rng: &mut R) -> Option<Action> {
        // Sets are in rising order, so that those in the space come first.
        let count = legal.iter().take_while(|action| self.contains(action)).count();
        if count == 0 { None } else { legal.nth(rng.random_range(0..count as u32) as usize) }
    }
}

impl Space for Discrete {
    type Item = Action;

    fn contains(&self, action: &Action) -> bool {
        action.0 < self.count
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Action {
        Action(rng.random_range(0..self.count))
    }
}

/// A value made of a fixed number of bits, so that a [`MultiBinary`] space can hold it.
pub trait BinaryItem: Sized {
    /// Whether the value has this shape and no bit outside it.
    fn fits(&self, shape: &[usize]) -> bool;

    /// The value of this shape whose bits are given in order, the last axis running fastest.
    fn from_bits(shape: &[usize], bits: impl Iterator<Item = bool>) -> Self;
}

impl BinaryItem for Vec<bool> {
    fn fits(&self, shape: &[usize]) -> bool {
        self.len() == shape.iter().product::<usize>()
    }

    fn from_bits(shape: &[usize], bits: impl Iterator<Item = bool>) -> Self {
        bits.take(shape.iter().product()).collect()
    }
}

impl BinaryItem for u64 {
    fn fits(&self, shape: &[usize]) -> bool {
        let bits: usize = shape.iter().product();
        bits == 64 || bits < 64 && self >> bits == 0
    }

    fn from_bits(shape: &[usize], bits: impl Iterator<Item = bool>) -> Self {
        let count = shape.iter().product::<usize>().min(64);
        bits.take(count).enumerate().fold(0, |word, (i, bit)| word | (u64::from(bit) << i))
    }
}

/// All arrays of bits of one shape, held as values of type `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiBinary<T> {
    shape: Vec<usize>,
    item: std::marker::PhantomData<fn() -> T>,
}

impl<T> MultiBinary<T> {
    /// The space of bit arrays with the given shape.
    pub fn new(shape: impl Into<Vec<usize>>) -> Self {
        MultiBinary { shape: shape.into(), item: std::marker::PhantomData }
    }

    /// The length of every axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
}

impl<T: BinaryItem> Space for MultiBinary<T> {
    type Item = T;

    fn contains(&self, item: &T) -> bool {
        item.fits(&self.shape)
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> T {
        T::from_bits(&self.shape, std::iter::repeat_with(|| rng.random()))
    }
}

/// The space of the one goal that a task without goals has.
///
/// ```
/// use tetreach_agents::{NoGoal, Space};
///
/// assert!(NoGoal.contains(&()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoGoal;

impl Space for NoGoal {
    type Item = ();

    fn contains(&self, (): &()) -> bool {
        true
    }

    fn sample<R: Rng + ?Sized>(&self, _rng: &mut R) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::ActionMask;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_discrete_space_holds_its_samples_and_nothing_else() {
        let space = Discrete::new(7).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        assert!((0..100).all(|_| space.contains(&space.sample(&mut rng))));
        assert!(!space.contains(&Action(7)));
        assert_eq!(space.iter().count(), 7);
    }

    #[test]
    fn a_discrete_space_of_impossible_size_is_refused() {
        assert!(Discrete::new(0).is_err());
        assert!(Discrete::new(ActionMask::CAPACITY + 1).is_ok());
        assert!(Discrete::new(65_535).is_ok());
        let error = Discrete::new(65_536).unwrap_err();
        assert_eq!(error.to_string(), "a discrete space has 1 to 65535 actions, not 65536");
    }

    #[test]
    fn masked_sampling_keeps_to_mask_and_space() {
        let space = Discrete::new(5).unwrap();
        let mask: ActionMask = [Action(1), Action(4), Action(9)].into_iter().collect();
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut seen = ActionMask::EMPTY;
        for _ in 0..100 {
            seen.insert(space.sample_masked(&mask, &mut rng).unwrap());
        }
        assert_eq!(seen.iter().collect::<Vec<_>>(), [Action(1), Action(4)]);
        assert_eq!(space.sample_masked(&ActionMask::EMPTY, &mut rng), None);
    }

    #[test]
    fn a_binary_space_knows_its_shape() {
        let space = MultiBinary::<u64>::new([2, 3]);
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        assert!((0..100).all(|_| space.contains(&space.sample(&mut rng))));
        assert!(!space.contains(&(1 << 6)));
        assert!(!MultiBinary::<u64>::new([65]).contains(&0), "no word has 65 bits");
        let space = MultiBinary::<Vec<bool>>::new([4]);
        assert!(space.contains(&space.sample(&mut rng)));
        assert!(!space.contains(&vec![true; 5]));
    }
}
