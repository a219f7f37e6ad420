//! Prioritised sampling (Schaul et al. 2016, "Prioritized Experience Replay").

use std::ops::Range;

use rand::{Rng, RngExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReplayError, TransitionId};

/// Numbers in a fixed row of slots, with their sum and sampling in proportion to them in logarithmic time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SumTree {
    /// A binary heap: node `i` is the sum of `2 i` and `2 i + 1`, the slots are the last `leaves` entries.
    nodes: Vec<f64>,
}

impl SumTree {
    /// A tree of at least `slots` slots, all 0.
    pub fn new(slots: usize) -> Self {
        SumTree { nodes: vec![0.0; 2 * slots.max(1).next_power_of_two()] }
    }

    fn leaves(&self) -> usize {
        self.nodes.len() / 2
    }

    /// The sum of all slots.
    pub fn total(&self) -> f64 {
        self.nodes[1]
    }

    /// The number in a slot.
    pub fn get(&self, slot: usize) -> f64 {
        self.nodes[self.leaves() + slot]
    }

    /// Sets the number in a slot, which is not negative.
    pub fn set(&mut self, slot: usize, value: f64) {
        let mut node = self.leaves() + slot;
        self.nodes[node] = value;
        // Sums are formed again from both halves, so that rounding errors never pile up.
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[2 * node] + self.nodes[2 * node + 1];
        }
    }

    /// The slot in which the running sum first exceeds `mass`, for `mass` below the total; never an empty slot.
    pub fn find(&self, mut mass: f64) -> usize {
        let mut node = 1;
        while node < self.leaves() {
            let (left, right) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
            // Rounding may leave a little mass beyond the left half when the right one is empty.
            if mass < left || right == 0.0 {
                node *= 2;
            } else {
                mass -= left;
                node = 2 * node + 1;
            }
        }
        node - self.leaves()
    }
}

/// How strongly to prefer surprising transitions; defaults as in the paper's proportional variant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PrioritySettings {
    /// The exponent of the priority: 0 is uniform.
    pub alpha: f64,
    /// The exponent of the importance weights: 1 corrects the bias in full.
    pub beta: f64,
    /// What is added to every error, so that nothing is never drawn.
    pub epsilon: f64,
}

impl Default for PrioritySettings {
    fn default() -> Self {
        PrioritySettings { alpha: 0.6, beta: 0.4, epsilon: 1e-6 }
    }
}

/// The priorities of the transitions of a ring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Priorities {
    settings: PrioritySettings,
    capacity: u64,
    tree: SumTree,
    ids: Range<u64>,
    largest: f64,
}

impl Priorities {
    /// Priorities for a ring of the given capacity.
    pub fn new(settings: PrioritySettings, capacity: usize) -> Result<Self, ReplayError> {
        let sound = |number: f64| number.is_finite() && number >= 0.0;
        if !sound(settings.alpha) || !sound(settings.beta) || !sound(settings.epsilon) {
            let reason = "alpha, beta and epsilon of the priorities are finite and not negative";
            return Err(ReplayError::InvalidSettings { reason });
        }
        if settings.epsilon == 0.0 {
            return Err(ReplayError::InvalidSettings { reason: "epsilon of the priorities is above 0" });
        }
        Ok(Priorities {
            settings,
            capacity: capacity as u64,
            tree: SumTree::new(capacity),
            ids: 0..0,
            largest: 1.0,
        })
    }

    /// Follows the ring: what it no longer holds is forgotten, what is new gets the largest priority so far.
    pub fn follow(&mut self, ids: Range<u64>) {
        for id in self.ids.start..self.ids.end.min(ids.start) {
            self.tree.set(self.slot(id), 0.0);
        }
        for id in self.ids.end.max(ids.start)..ids.end {
            self.tree.set(self.slot(id), self.largest);
        }
        self.ids = ids;
    }

    /// A transition drawn in proportion to its priority, and its importance weight before normalisation.
    ///
    /// The weight is `(n * p)^-beta`, equation in section 3.4 of the paper. `None` if there is none to draw.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<(TransitionId, f32)> {
        let total = self.tree.total();
        if self.ids.is_empty() || total <= 0.0 {
            return None;
        }
        let slot = self.tree.find(rng.random::<f64>() * total) as u64;
        // The one number among those held that falls on this slot.
        let id = self.ids.start + (slot + self.capacity - self.ids.start % self.capacity) % self.capacity;
        let probability = self.tree.get(slot as usize) / total;
        let count = (self.ids.end - self.ids.start) as f64;
        Some((TransitionId(id), (count * probability).powf(-self.settings.beta) as f32))
    }

    /// Sets the priority of a transition from its error; one that is no longer held is left alone.
    pub fn update(&mut self, id: TransitionId, error: f32) {
        if !self.ids.contains(&id.0) || !error.is_finite() {
            return;
        }
        let priority = (f64::from(error.abs()) + self.settings.epsilon).powf(self.settings.alpha);
        self.largest = self.largest.max(priority);
        self.tree.set(self.slot(id.0), priority);
    }

    /// The numbers of the transitions that have a priority.
    pub fn ids(&self) -> Range<u64> {
        self.ids.clone()
    }

    /// The capacity of the ring.
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// Changes the exponent of the importance weights, which is usually annealed to 1.
    pub fn set_beta(&mut self, beta: f64) {
        self.settings.beta = beta;
    }

    fn slot(&self, id: u64) -> usize {
        (id % self.capacity) as usize
    }
}

/// Priorities as read from a file, before their parts are known to fit together.
#[derive(Deserialize)]
struct Stored {
    settings: PrioritySettings,
    capacity: u64,
    tree: SumTree,
    ids: Range<u64>,
    largest: f64,
}

impl TryFrom<Stored> for Priorities {
    type Error = ReplayError;

    fn try_from(stored: Stored) -> Result<Self, ReplayError> {
        let Stored { settings, capacity, tree, ids, largest } = stored;
        // Checked before a tree of that capacity is thought of, as the number may be absurd.
        let leaves = tree.nodes.len() as u64 / 2;
        if capacity == 0 || !leaves.is_power_of_two() || leaves < capacity || leaves / 2 >= capacity {
            return Err(ReplayError::Damaged { reason: "the priorities do not fit the capacity" });
        }
        if ids.start > ids.end || ids.end - ids.start > capacity {
            return Err(ReplayError::Damaged { reason: "more priorities than the capacity" });
        }
        if !tree.nodes.iter().chain([&largest]).all(|node| node.is_finite() && *node >= 0.0) {
            return Err(ReplayError::Damaged { reason: "a priority is not a number" });
        }
        let mut priorities =
            Priorities { settings, capacity, tree: SumTree::new(capacity as usize), ids, largest };
        for id in priorities.ids.clone() {
            let slot = priorities.slot(id);
            priorities.tree.set(slot, tree.get(slot));
        }
        if priorities.tree != tree {
            return Err(ReplayError::Damaged { reason: "the priorities do not add up" });
        }
        Ok(priorities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    proptest! {
        #[test]
        fn the_sum_tree_agrees_with_a_plain_list(
            slots in 1usize..40,
            writes in proptest::collection::vec((0usize..40, 0u8..10), 1..100),
        ) {
            let mut tree = SumTree::new(slots);
            let mut list = vec![0.0; slots];
            for (slot, value) in writes {
                tree.set(slot % slots, f64::from(value));
                list[slot % slots] = f64::from(value);
            }
            let total: f64 = list.iter().sum();
            prop_assert_eq!(tree.total(), total);
            for mass in 0..total as usize {
                let mut rest = mass as f64;
                let naive = list.iter().position(|value| { rest -= value; rest < 0.0 });
                prop_assert_eq!(Some(tree.find(mass as f64)), naive);
            }
        }

        #[test]
        fn only_transitions_held_are_drawn(lengths in proptest::collection::vec(1u64..6, 1..40)) {
            let mut priorities = Priorities::new(PrioritySettings::default(), 10).unwrap();
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            let mut ids = 0..0;
            for length in lengths {
                ids.end += length;
                while ids.end - ids.start > 10 {
                    ids.start += 1;
                }
                priorities.follow(ids.clone());
                for _ in 0..20 {
                    let (id, weight) = priorities.sample(&mut rng).unwrap();
                    prop_assert!(ids.contains(&id.0) && weight > 0.0);
                    priorities.update(id, weight);
                }
            }
        }
    }

    #[test]
    fn draws_follow_the_priorities_and_weights_undo_them() {
        let settings = PrioritySettings { alpha: 1.0, beta: 1.0, epsilon: 1e-9 };
        let mut priorities = Priorities::new(settings, 4).unwrap();
        priorities.follow(0..4);
        for (id, error) in [(0, 1.0), (1, 2.0), (2, 3.0), (3, 4.0)] {
            priorities.update(TransitionId(id), error);
        }
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let mut counts = [0.0f64; 4];
        let mut corrected = [0.0f64; 4];
        for _ in 0..100_000 {
            let (id, weight) = priorities.sample(&mut rng).unwrap();
            counts[id.0 as usize] += 1.0;
            corrected[id.0 as usize] += f64::from(weight);
        }
        for i in 0..4 {
            assert!((counts[i] / 10_000.0 - (i + 1) as f64).abs() < 0.1, "{counts:?}");
            assert!((corrected[i] / 25_000.0 - 1.0).abs() < 0.05, "{corrected:?}");
        }
    }
}
