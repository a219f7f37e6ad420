//! Looking a few moves ahead where chance moves in between.

use crate::env::{Action, AfterstateTask};

/// What after-states are worth, as far as one can tell without looking ahead.
pub trait AfterstateValue<T: AfterstateTask> {
    /// The value of an after-state.
    fn value(&self, task: &T, after: &T::After) -> f64;

    /// The value of a state in which nothing can be done any more.
    fn ended(&self, task: &T, state: &T::State) -> f64;

    /// The highest value of an action of a state, its reward counted `rewards` times; `None` if there is none.
    ///
    /// This is where a search spends its time: an evaluator that knows a faster way should say so.
    fn best(&self, task: &T, state: &T::State, rewards: f64) -> Option<f64> {
        let mut best = None;
        task.for_each_after(state, |_, reward, after| {
            let value = rewards * reward + self.value(task, after);
            best = Some(best.map_or(value, |best: f64| best.max(value)));
        });
        best
    }
}

/// The search of Alarfaj et al.: all that chance can do, `depth` actions deep, of every decision the `beam` best.
///
/// The value of an action is the mean over what chance can do of the best that can be done then; the last actions are
/// valued by the evaluator. With all actions in the beam it is exact expectimax.
///
/// ```
/// use tetreach_agents::search::{AfterstateValue, Expectation};
/// use tetreach_agents::toy::CoinWalk;
/// use tetreach_agents::toy::coin_walk::CoinAfter;
///
/// /// Knows nothing.
/// struct Zero;
/// impl AfterstateValue<CoinWalk> for Zero {
///     fn value(&self, _: &CoinWalk, _: &CoinAfter) -> f64 {
///         0.0
///     }
///     fn ended(&self, _: &CoinWalk, _: &u16) -> f64 {
///         0.0
///     }
/// }
///
/// let walk = CoinWalk { places: 5, cost: 0.125 };
/// let search = Expectation { depth: 3, beam: None, rewards: 1.0 };
/// let (action, _) = search.choose(&walk, &1, &Zero).expect("the walk goes on");
/// assert_eq!(action.0, 0, "the prize to the left is near");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// How many actions deep, at least 1.
    pub depth: u32,
    /// How many actions of each decision are looked into further; all of them if `None`.
    pub beam: Option<usize>,
    /// What rewards on the way count beside the value at the end: 1 for returns, 0 for the end alone.
    pub rewards: f64,
}

impl Expectation {
    /// The action with the highest value, the first of equals, and its value; `None` if the task has ended.
    pub fn choose<T, V>(&self, task: &T, state: &T::State, evaluator: &V) -> Option<(Action, f64)>
    where
        T: AfterstateTask,
        V: AfterstateValue<T>,
    {
        let mut best = None;
        for candidate in self.candidates(task, state, evaluator, self.depth) {
            let value = if self.depth <= 1 {
                candidate.value
            } else {
                candidate.reward + self.mean(task, &candidate.after, evaluator, self.depth - 1)
            };
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((candidate.action, value));
            }
        }
        best
    }

    /// The actions of a state that are looked into: those with the highest values, in the task's order.
    fn candidates<T, V>(
        &self,
        task: &T,
        state: &T::State,
        evaluator: &V,
        depth: u32,
    ) -> Vec<Candidate<T::After>>
    where
        T: AfterstateTask,
        V: AfterstateValue<T>,
    {
        let mut candidates = Vec::new();
        task.for_each_after(state, |action, reward, after| {
            let reward = self.rewards * reward;
            let value = reward + evaluator.value(task, after);
            candidates.push(Candidate { action, reward, value, after: *after });
        });
        if let Some(beam) = self.beam.filter(|beam| depth > 1 && *beam < candidates.len()) {
            let mut values: Vec<(usize, f64)> = candidates.iter().map(|it| it.value).enumerate().collect();
            // Stable, so that the first of equals stay.
            values.sort_by(|a, b| b.1.total_cmp(&a.1));
            let mut kept: Vec<usize> = values[..beam.max(1)].iter().map(|value| value.0).collect();
            kept.sort_unstable();
            candidates = kept.into_iter().map(|index| candidates[index]).collect();
        }
        candidates
    }

    /// The mean over what chance can do of the best that follows.
    fn mean<T, V>(&self, task: &T, after: &T::After, evaluator: &V, depth: u32) -> f64
    where
        T: AfterstateTask,
        V: AfterstateValue<T>,
    {
        let mut mean = 0.0;
        task.for_each_outcome(after, |chance, reward, state| {
            let best = if depth <= 1 {
                evaluator.best(task, state, self.rewards)
            } else {
                let candidates = self.candidates(task, state, evaluator, depth).into_iter();
                let values =
                    candidates.map(|it| it.reward + self.mean(task, &it.after, evaluator, depth - 1));
                values.reduce(f64::max)
            };
            mean += chance * (self.rewards * reward + best.unwrap_or_else(|| evaluator.ended(task, state)));
        });
        mean
    }
}

#[derive(Clone, Copy)]
struct Candidate<A> {
    action: Action,
    reward: f64,
    value: f64,
    after: A,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::CoinWalk;
    use crate::toy::coin_walk::CoinAfter;

    const WALK: CoinWalk = CoinWalk { places: 9, cost: 0.0625 };

    /// Values of places, most often exact ones.
    struct Places(Vec<f32>);

    impl AfterstateValue<CoinWalk> for Places {
        fn value(&self, task: &CoinWalk, after: &CoinAfter) -> f64 {
            let mut mean = 0.0;
            task.for_each_outcome(after, |chance, reward, place| {
                mean += chance * (reward + f64::from(self.0[usize::from(*place)]));
            });
            mean
        }

        fn ended(&self, _: &CoinWalk, _: &u16) -> f64 {
            0.0
        }
    }

    /// What can be earned in `steps` steps, by trying everything.
    fn returns(place: u16, steps: u32) -> f64 {
        if steps == 0 || WALK.is_over(place) {
            return 0.0;
        }
        let of = |action| {
            let half = |by| {
                let next = WALK.walk(place, Action(action), by);
                f64::from(WALK.prize(next)) + returns(next, steps - 1)
            };
            0.5 * (half(1) + half(2)) - f64::from(WALK.cost)
        };
        of(0).max(of(1))
    }

    #[test]
    fn with_all_actions_it_is_exact_expectimax() {
        let unknowing = Places(vec![0.0; 9]);
        for place in 1..WALK.places - 1 {
            for depth in 1..6 {
                let search = Expectation { depth, beam: None, rewards: 1.0 };
                let (_, value) = search.choose(&WALK, &place, &unknowing).unwrap();
                let exact = returns(place, depth);
                assert!((value - exact).abs() < 1e-6, "{place}, {depth}: {value} for {exact}");
            }
        }
        assert_eq!(Expectation { depth: 2, beam: None, rewards: 1.0 }.choose(&WALK, &0, &unknowing), None);
    }

    #[test]
    fn exact_values_stay_exact_however_deep_and_narrow_the_search() {
        let exact = Places(WALK.exact_values());
        for place in 1..WALK.places - 1 {
            for (depth, beam) in [(1, None), (2, None), (4, None), (2, Some(1)), (4, Some(1)), (3, Some(2))] {
                let search = Expectation { depth, beam, rewards: 1.0 };
                let (action, value) = search.choose(&WALK, &place, &exact).unwrap();
                assert!((value - f64::from(exact.0[usize::from(place)])).abs() < 1e-5, "{place}, {search:?}");
                let chosen = WALK.action_value(place, action, &exact.0);
                assert!((chosen - exact.0[usize::from(place)]).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_beam_looks_only_into_what_seems_best() {
        // Believes in the right end, so that a beam of one never finds the prize to the left of place 1.
        let believer = Places((0..9_u8).map(f32::from).map(|place| 5.0 * place).collect());
        let narrow = Expectation { depth: 2, beam: Some(1), rewards: 1.0 };
        assert_eq!(narrow.choose(&WALK, &2, &believer).unwrap().0, Action(1));
    }
}
