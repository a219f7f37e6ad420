//! The rules of classic Tetris as learners and searches see them.

use rand::Rng;
use tetreach_agents::search::AfterstateValue;
use tetreach_agents::{Action, ActionMask, AfterstateTask, GoalTask, Transition};

use crate::game::classic::{After, ClassicRules, Linear, State};
use crate::numbering::{to_action, to_placement};

/// Tetris with given pieces as a task without goals: points are rewards.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicTask {
    /// The rules.
    pub rules: ClassicRules,
    /// The number of placements after which a game is cut short, if any.
    pub step_limit: Option<u32>,
}

impl ClassicTask {
    /// Games by these rules without a limit.
    pub fn new(rules: ClassicRules) -> Self {
        ClassicTask { rules, step_limit: None }
    }
}

impl GoalTask for ClassicTask {
    type State = State;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        self.rules.action_count()
    }

    fn legal_actions(&self, state: &State) -> ActionMask {
        let mut legal = ActionMask::EMPTY;
        self.rules.for_each_after(state, |action, _| legal.insert(to_action(action)));
        legal
    }

    fn achieved_goal(&self, _state: &State) {}

    fn reward(&self, transition: &Transition<State>, _goal: &()) -> f32 {
        let after = self.rules.play(&transition.state, to_placement(transition.action));
        let points = after.map_or(0, |after| self.rules.points(&after));
        points as f32 + if transition.next_state.is_over { self.rules.score.last_reward() } else { 0.0 }
    }

    fn terminated(&self, transition: &Transition<State>, _goal: &()) -> bool {
        transition.next_state.is_over
    }

    fn truncated(&self, transition: &Transition<State>, _goal: &()) -> bool {
        self.step_limit.is_some_and(|limit| transition.elapsed >= limit)
    }
}

impl AfterstateTask for ClassicTask {
    type State = State;
    type After = After;

    fn for_each_after(&self, state: &State, mut visit: impl FnMut(Action, f64, &After)) {
        self.rules.for_each_after(state, |action, after| {
            visit(to_action(action), f64::from(self.rules.points(after)), after);
        });
    }

    fn for_each_outcome(&self, after: &After, mut visit: impl FnMut(f64, f64, &State)) {
        let last = f64::from(self.rules.score.last_reward());
        self.rules.for_each_outcome(after, |chance, state| {
            visit(chance, if state.is_over { last } else { 0.0 }, state);
        });
    }

    fn draw<R: Rng + ?Sized>(&self, after: &After, rng: &mut R) -> State {
        self.rules.draw(after, rng)
    }
}

/// What a lost game is worth to a search that takes means: far less than any board, yet finite, so that of two
/// placements the one that loses less often is better.
const LOST: f64 = -1e9;

impl AfterstateValue<ClassicTask> for Linear {
    fn value(&self, _task: &ClassicTask, after: &After) -> f64 {
        Linear::value(self, after).max(LOST)
    }

    fn ended(&self, _task: &ClassicTask, _state: &State) -> f64 {
        LOST
    }

    fn best(&self, task: &ClassicTask, state: &State, rewards: f64) -> Option<f64> {
        if rewards == 0.0 {
            return Linear::best(self, &task.rules, state).map(|(_, value)| value.max(LOST));
        }
        let mut best = None;
        task.for_each_after(state, |_, reward, after| {
            let value = rewards * reward + AfterstateValue::value(self, task, after);
            best = Some(best.map_or(value, |best: f64| best.max(value)));
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::search::Expectation;

    use super::*;
    use crate::game::Size;
    use crate::game::classic::{Preset, WeightsPreset};

    #[test]
    fn a_search_of_depth_two_is_the_mean_over_the_pieces_of_the_best_that_follows() {
        let rules = ClassicRules::preset(Preset::Simplified).with_size(Size::new(6, 8).unwrap()).unwrap();
        let linear = Linear::new(&WeightsPreset::Dellacherie.weights(), 6).unwrap();
        let task = ClassicTask::new(rules.clone());
        let search = Expectation { depth: 2, beam: None, rewards: 0.0 };
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let mut state = rules.start(&mut rng);
        for _ in 0..8 {
            let (action, value) = search.choose(&task, &state, &linear).unwrap();
            let mut expected = None;
            rules.for_each_after(&state, |action, after| {
                let mut mean = 0.0;
                rules.for_each_outcome(after, |chance, next| {
                    let mut best = LOST;
                    rules.for_each_after(next, |_, after| best = best.max(linear.value(after)));
                    mean += chance * best;
                });
                if expected.is_none_or(|(_, highest)| mean > highest + 1e-9) {
                    expected = Some((action, mean));
                }
            });
            let (first, highest) = expected.unwrap();
            assert!((value - highest).abs() < 1e-6, "{value} for {highest}");
            assert_eq!(action.0, first.0);
            state = rules.draw(&rules.play(&state, to_placement(action)).unwrap(), &mut rng);
        }
    }
}
