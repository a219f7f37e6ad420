//! The game as learners are told of it: points scaled, and what else is to count.

use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tetreach_agents::nn::ValueRange;
use tetreach_agents::{Action, ActionMask, AfterstateTask, GoalTask, Transition};

use super::task::ClassicTask;
use crate::game::classic::{After, State};
use crate::numbering::{to_action, to_placement};

/// What a placement is worth to a learner; scores that are reported are those of the rules always.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ClassicRewards {
    /// What a point is worth.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub points: f32,
    /// What a placement is worth by itself.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub placement: f32,
    /// What the end of a game is worth, mostly nothing or less.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub lost: f32,
}

impl Default for ClassicRewards {
    fn default() -> Self {
        ClassicRewards { points: 1.0, placement: 0.0, lost: 0.0 }
    }
}

/// Classic Tetris with the rewards of a learner.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedTask {
    /// The game.
    pub game: ClassicTask,
    /// What counts.
    pub rewards: ClassicRewards,
}

impl LearnedTask {
    /// The reward of a placement, its last one included if it ended the game.
    fn reward_of(&self, after: Option<&After>, is_over: bool) -> f32 {
        let ClassicRewards { points, placement, lost } = self.rewards;
        let scored = after.map_or(0, |after| self.game.rules.points(after)) as f32;
        placement + points * scored + if is_over { lost } else { 0.0 }
    }

    /// What returns can come to under a discount below 1.
    ///
    /// Nobody clears more rows than the pieces fill, so that the best that points can do in the long run is all rows in
    /// fours, or in ones if those pay more per row; one clear may come at once, from rows filled before.
    pub fn value_range(&self, discount: f32) -> ValueRange {
        let ClassicRewards { points, placement, lost } = self.rewards;
        let (rules, width) = (&self.game.rules, self.game.rules.size().width());
        let score = |lines: u8| rules.score.points(lines, width) as f32;
        let rows_per_piece = 4.0 / f32::from(width);
        let per_row = (1..=4).map(|lines| (score(lines) - score(0)) / f32::from(lines)).fold(0.0, f32::max);
        let horizon = 1.0 / (1.0 - discount);
        let most = (score(0) + rows_per_piece * per_row) * horizon + score(4);
        let ends = [points * most, 0.0];
        let steps = [placement * horizon, 0.0];
        let sum = |pick: fn(f32, f32) -> f32| pick(ends[0], ends[1]) + pick(steps[0], steps[1]);
        let range = ValueRange { low: sum(f32::min) + lost.min(0.0), high: sum(f32::max) + lost.max(0.0) };
        // A range must not be empty, even if nothing counts.
        if range.span() > 0.0 { range } else { ValueRange { high: range.low + 1.0, ..range } }
    }
}

impl GoalTask for LearnedTask {
    type State = State;
    type Goal = ();
    type Legal = ActionMask;

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn legal_actions(&self, state: &State) -> ActionMask {
        self.game.legal_actions(state)
    }

    fn achieved_goal(&self, _state: &State) {}

    fn reward(&self, transition: &Transition<State>, _goal: &()) -> f32 {
        let after = self.game.rules.play(&transition.state, to_placement(transition.action));
        self.reward_of(after.as_ref(), transition.next_state.is_over)
    }

    fn terminated(&self, transition: &Transition<State>, goal: &()) -> bool {
        self.game.terminated(transition, goal)
    }

    fn truncated(&self, transition: &Transition<State>, goal: &()) -> bool {
        self.game.truncated(transition, goal)
    }
}

impl AfterstateTask for LearnedTask {
    type State = State;
    type After = After;

    fn for_each_after(&self, state: &State, mut visit: impl FnMut(Action, f64, &After)) {
        self.game.rules.for_each_after(state, |action, after| {
            visit(to_action(action), f64::from(self.reward_of(Some(after), false)), after);
        });
    }

    fn after(&self, state: &State, action: Action) -> Option<After> {
        let rules = &self.game.rules;
        let after = rules.play(state, to_placement(action))?;
        // A placement that loses may be a last resort that is not offered.
        if after.is_lost && !rules.offers_losing {
            rules.after(state, to_placement(action))
        } else {
            Some(after)
        }
    }

    fn for_each_outcome(&self, after: &After, mut visit: impl FnMut(f64, f64, &State)) {
        self.game.rules.for_each_outcome(after, |chance, state| {
            visit(chance, if state.is_over { f64::from(self.rewards.lost) } else { 0.0 }, state);
        });
    }

    fn draw<R: Rng + ?Sized>(&self, after: &After, rng: &mut R) -> State {
        self.game.rules.draw(after, rng)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Size;
    use crate::game::classic::{ClassicRules, Preset};

    fn task(preset: Preset, rewards: ClassicRewards) -> LearnedTask {
        let rules = ClassicRules::preset(preset).with_size(Size::new(6, 7).unwrap()).unwrap();
        LearnedTask { game: ClassicTask::new(rules), rewards }
    }

    #[test]
    fn rewards_by_transition_are_those_by_after_state_and_chance() {
        let rewards = ClassicRewards { points: 0.5, placement: 0.25, lost: -3.0 };
        for preset in Preset::ALL {
            let task = task(preset, rewards);
            let mut rng = Pcg64Mcg::seed_from_u64(2);
            let (mut ends, mut points) = (0, 0.0);
            for _ in 0..60 {
                let mut state = task.game.rules.start(&mut rng);
                while let Some(action) = task.legal_actions(&state).sample(&mut rng) {
                    let mut expected = None;
                    task.for_each_after(&state, |other, reward, after| {
                        if other == action {
                            expected = Some((reward, *after));
                        }
                    });
                    let (reward, after) = expected.unwrap();
                    assert_eq!(task.after(&state, action), Some(after), "{preset}");
                    let next = task.draw(&after, &mut rng);
                    let transition = Transition { state, action, next_state: next, elapsed: 1 };
                    let last = if next.is_over { -3.0 } else { 0.0 };
                    assert_eq!(f64::from(task.reward(&transition, &())), reward + last);
                    points += reward - 0.25;
                    ends += u32::from(next.is_over);
                    state = next;
                }
            }
            assert_eq!(ends, 60, "{preset}");
            assert!(points > 0.0, "{preset}");
        }
    }

    #[test]
    fn what_is_no_last_resort_is_not_offered() {
        let task = task(Preset::Simplified, ClassicRewards::default());
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut refused = 0;
        for _ in 0..50 {
            let mut state = task.game.rules.start(&mut rng);
            while !state.is_over {
                let legal = task.legal_actions(&state);
                for action in (0..task.action_count() as u16).map(Action) {
                    assert_eq!(task.after(&state, action).is_some(), legal.contains(action));
                    let played = task.game.rules.play(&state, to_placement(action));
                    refused += u32::from(played.is_some() && !legal.contains(action));
                }
                let action = legal.nth(rng.random_range(0..legal.count())).unwrap();
                state = task.draw(&task.after(&state, action).unwrap(), &mut rng);
            }
        }
        assert!(refused > 0);
    }

    #[test]
    fn returns_stay_within_their_range() {
        for (preset, rewards) in [
            (Preset::Simplified, ClassicRewards::default()),
            (Preset::SirTet, ClassicRewards { points: 0.025, placement: -0.5, lost: -1.0 }),
            (Preset::Nuno, ClassicRewards { lost: -2.0, ..ClassicRewards::default() }),
            (Preset::Simplified, ClassicRewards { points: 0.0, placement: 0.0, lost: 0.0 }),
        ] {
            let task = task(preset, rewards);
            let range = task.value_range(0.9);
            assert!(range.low < range.high, "{preset}");
            let mut rng = Pcg64Mcg::seed_from_u64(6);
            for _ in 0..30 {
                let mut state = task.game.rules.start(&mut rng);
                let mut rewards = Vec::new();
                while let Some(action) = task.legal_actions(&state).sample(&mut rng) {
                    let next_state = task.draw(&task.after(&state, action).unwrap(), &mut rng);
                    rewards.push(task.reward(&Transition { state, action, next_state, elapsed: 1 }, &()));
                    state = next_state;
                }
                let returned = rewards.iter().rev().fold(0.0, |sum, reward| reward + 0.9 * sum);
                assert!((range.low..=range.high).contains(&returned), "{preset}: {returned}");
            }
        }
    }
}
