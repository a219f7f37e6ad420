//! Walk to the better prize while a coin decides how far: a game of scores whose exact values are known.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::corridor::{LEFT, RIGHT};
use crate::env::{Action, ActionMask, AfterstateTask, GoalTask, Transition};

/// The rules: a walk between two ends, where each step in the chosen direction is of one place or, if the coin says so,
/// of two. The left end pays 1, the right end a tenth per place; each step costs `cost`.
///
/// There is no goal, only a score: `Goal = ()`.
///
/// ```
/// use tetreach_agents::toy::CoinWalk;
///
/// let walk = CoinWalk { places: 5, cost: 0.125 };
/// let values = walk.exact_values();
/// // One step from the left end, which any coin reaches.
/// assert_eq!(values[1], 1.0 - 0.125);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoinWalk {
    /// The number of places, at least 3; both ends end the walk.
    pub places: u16,
    /// What a step costs.
    pub cost: f32,
}

impl CoinWalk {
    /// Where a step of one or two places leads: never beyond the ends.
    pub fn walk(&self, place: u16, action: Action, steps: u16) -> u16 {
        if action == LEFT { place.saturating_sub(steps) } else { (place + steps).min(self.places - 1) }
    }

    /// Whether the walk has ended.
    pub fn is_over(&self, place: u16) -> bool {
        place == 0 || place + 1 == self.places
    }

    /// What arriving at a place pays.
    pub fn prize(&self, place: u16) -> f32 {
        if place == 0 {
            1.0
        } else if place + 1 == self.places {
            0.1 * f32::from(self.places)
        } else {
            0.0
        }
    }

    /// The expected score of an action that is followed by play worth `values`.
    pub fn action_value(&self, place: u16, action: Action, values: &[f32]) -> f32 {
        let after = |steps| {
            let next = self.walk(place, action, steps);
            self.prize(next) + values[usize::from(next)]
        };
        0.5 * (after(1) + after(2)) - self.cost
    }

    /// The expected score of perfect play from each place, by value iteration; 0 at the ends.
    pub fn exact_values(&self) -> Vec<f32> {
        let mut values = vec![0.0; usize::from(self.places)];
        for _ in 0..10_000 {
            let before = values.clone();
            for place in 1..self.places - 1 {
                let [left, right] = [LEFT, RIGHT].map(|action| self.action_value(place, action, &before));
                values[usize::from(place)] = left.max(right);
            }
            if values == before {
                break;
            }
        }
        values
    }
}

impl GoalTask for CoinWalk {
    type State = u16;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        2
    }

    fn legal_actions(&self, place: &u16) -> ActionMask {
        if self.is_over(*place) { ActionMask::EMPTY } else { ActionMask::first(2) }
    }

    fn achieved_goal(&self, _place: &u16) {}

    fn reward(&self, transition: &Transition<u16>, _goal: &()) -> f32 {
        self.prize(transition.next_state) - self.cost
    }

    fn terminated(&self, transition: &Transition<u16>, _goal: &()) -> bool {
        self.is_over(transition.next_state)
    }

    fn truncated(&self, _transition: &Transition<u16>, _goal: &()) -> bool {
        false
    }
}

/// Where one stands and which way one goes, before the coin falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoinAfter {
    /// The place.
    pub place: u16,
    /// The direction.
    pub action: Action,
}

impl AfterstateTask for CoinWalk {
    type State = u16;
    type After = CoinAfter;

    fn for_each_after(&self, place: &u16, mut visit: impl FnMut(Action, f64, &CoinAfter)) {
        for action in self.legal_actions(place).iter() {
            visit(action, -f64::from(self.cost), &CoinAfter { place: *place, action });
        }
    }

    fn for_each_outcome(&self, after: &CoinAfter, mut visit: impl FnMut(f64, f64, &u16)) {
        for steps in 1..=2 {
            let next = self.walk(after.place, after.action, steps);
            visit(0.5, f64::from(self.prize(next)), &next);
        }
    }

    fn draw<R: Rng + ?Sized>(&self, after: &CoinAfter, rng: &mut R) -> u16 {
        self.walk(after.place, after.action, rng.random_range(1..=2))
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::replay::{HindsightSettings, Minibatch, ReplayBuffer, ReplaySettings};

    const WALK: CoinWalk = CoinWalk { places: 7, cost: 0.05 };

    #[test]
    fn exact_values_satisfy_the_equation_of_bellman() {
        let values = WALK.exact_values();
        for place in 1..WALK.places - 1 {
            let best = [LEFT, RIGHT].map(|action| WALK.action_value(place, action, &values));
            assert_eq!(values[usize::from(place)], best[0].max(best[1]));
        }
        assert!(values[1] > values[3], "the near prize is the better one");
    }

    #[test]
    fn values_learned_from_replay_without_goals_or_model_are_the_exact_ones() {
        let settings = ReplaySettings {
            capacity: 20_000,
            discount: 1.0,
            hindsight: HindsightSettings { n_sampled_goal: 0, ..HindsightSettings::default() },
            ..ReplaySettings::default()
        };
        let mut replay = ReplayBuffer::new(settings).unwrap();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for _ in 0..2000 {
            let mut place = rng.random_range(1..WALK.places - 1);
            replay.begin(0, place, ()).unwrap();
            while let Some(action) = WALK.legal_actions(&place).sample(&mut rng) {
                place = WALK.walk(place, action, rng.random_range(1..=2));
                replay.push(0, action, place).unwrap();
            }
            replay.end(0).unwrap();
        }
        // Tabular Q-learning with steps of 1 / n.
        let mut q = vec![[(0.0_f32, 0_u32); 2]; usize::from(WALK.places)];
        let best = |row: &[(f32, u32); 2]| row[0].0.max(row[1].0);
        let mut batch = Minibatch::default();
        for _ in 0..2000 {
            replay.sample(&WALK, 64, &mut rng, &mut batch).unwrap();
            assert!(batch.relabelled.iter().all(|relabelled| !relabelled));
            for i in 0..batch.len() {
                let next = batch.bootstraps[i] * best(&q[usize::from(batch.next_states[i])]);
                let entry = &mut q[usize::from(batch.states[i])][batch.actions[i].index()];
                entry.1 += 1;
                entry.0 += (batch.rewards[i] + next - entry.0) / (entry.1 as f32).powf(0.7);
            }
        }
        for (place, value) in WALK.exact_values().into_iter().enumerate() {
            assert!((best(&q[place]) - value).abs() < 0.03, "{place}: {} for {value}", best(&q[place]));
        }
    }
}
